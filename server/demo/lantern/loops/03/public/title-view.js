import { element } from "./dom.js";
import { lantern } from "./lantern-view.js";

/** The first screen: name, a sentence, and the ways in. */
export function titleView({ onPlay, onHelp }) {
	const lanterns = [true, false, true].map((lit) =>
		element("span", { className: lit ? "hanging lit" : "hanging" }, lantern(lit)),
	);
	return element(
		"section",
		{ className: "title" },
		element(
			"div",
			{ className: "words" },
			element("h1", { textContent: "Lantern" }),
			element("p", { textContent: "Twenty-five paper lanterns, one quiet terrace. Light them all." }),
			element(
				"div",
				{ className: "ways" },
				element("button", { id: "play", className: "primary", textContent: "Play", onclick: onPlay }),
				element("button", { id: "help", textContent: "How to play", onclick: onHelp }),
			),
		),
		element("div", { className: "trio" }, ...lanterns),
	);
}

import { element } from "./dom.js";
import { lantern } from "./lantern-view.js";

/** What a finished level says: how many moves it took, how few it could take, and where to go from here. */
export function winView({ moves, best, onNext, onAgain }) {
	const rating = moves <= best ? 3 : moves <= best * 2 ? 2 : 1;
	const lights = [1, 2, 3].map((one) =>
		element("span", { className: one <= rating ? "lit" : "" }, lantern(one <= rating)),
	);
	const next = onNext === null ? [] : [button("next", "Next level", onNext)];
	for (const one of next) one.classList.add("primary");
	return element(
		"section",
		{ id: "win", attributes: { role: "dialog", "aria-labelledby": "win-title" } },
		element(
			"div",
			{ className: "card" },
			element(
				"div",
				{ className: "rating", attributes: { "aria-label": `${rating} of 3 lanterns` } },
				...lights,
			),
			element("h2", { id: "win-title", textContent: "The terrace is alight" }),
			element(
				"p",
				{},
				element("strong", { textContent: moves, attributes: { "data-moves": "" } }),
				moves === 1 ? " move · best possible " : " moves · best possible ",
				element("strong", { textContent: best }),
			),
			element("div", { className: "ways" }, ...next, button("again", "Play it again", onAgain)),
		),
	);
}

function button(id, textContent, onclick) {
	return element("button", { id, textContent, onclick });
}

import { drawing, element } from "./dom.js";
import { lay, size } from "./game.js";

/** Every level with its first board and its best result; any of them opens. */
export function levelsView({ levels, best, onOpen, onBack }) {
	const cards = levels.map((level, index) => {
		const number = index + 1;
		const result = best[number];
		return element(
			"button",
			{
				className: result === level.presses.length ? "level-card perfect" : "level-card",
				onclick: () => onOpen(number),
				attributes: { "data-open-level": number },
			},
			thumbnail(result === undefined ? lay(level) : Array(size * size).fill(true)),
			element(
				"span",
				{ className: "level-words" },
				element("span", { className: "level-number", textContent: `Level ${number}` }),
				element("span", { className: "level-name", textContent: level.name }),
				result === undefined
					? element("span", { className: "level-best", textContent: "not yet lit" })
					: element(
							"span",
							{ className: "level-best" },
							"best ",
							element("b", { textContent: result, attributes: { "data-best": "" } }),
							` of ${level.presses.length}`,
						),
			),
		);
	});
	const done = levels.filter((_, index) => best[index + 1] !== undefined).length;
	return element(
		"section",
		{ className: "levels" },
		element(
			"header",
			{},
			element("h2", { textContent: "Levels" }),
			element("p", { textContent: `${done} of ${levels.length} terraces lit` }),
			element("button", { id: "back", textContent: "Title", onclick: onBack }),
		),
		element("div", { className: "level-cards" }, ...cards),
	);
}

function thumbnail(lit) {
	const dots = lit.map((on, index) => {
		const x = 10 + (index % size) * 16;
		const y = 10 + Math.floor(index / size) * 16;
		return `<circle cx="${x}" cy="${y}" r="${on ? 6 : 5}" fill="${on ? "#ffb65c" : "#38457f"}" />`;
	});
	return drawing("0 0 84 84", dots.join(""), "thumbnail");
}

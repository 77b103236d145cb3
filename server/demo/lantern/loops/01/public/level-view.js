import { drawing, element } from "./dom.js";
import { size } from "./game.js";
import { lantern } from "./lantern-view.js";

/** The board on the left, the level's name beside it. */
export function levelView({ level, number, lit, onChoose }) {
	const rows = Array.from({ length: size }, (_, row) =>
		element(
			"div",
			{ className: "rope" },
			ropeLine(),
			...lit.slice(row * size, (row + 1) * size).map((on, column) => {
				const index = row * size + column;
				return element(
					"button",
					{
						className: on ? "lantern lit" : "lantern",
						onclick: () => onChoose(index),
						attributes: { "data-index": index, "aria-label": `Lantern ${row + 1}, ${column + 1}` },
					},
					lantern(),
				);
			}),
		),
	);
	return element(
		"section",
		{ className: "level" },
		element("div", { className: "board" }, ...rows),
		element(
			"aside",
			{},
			element("p", { className: "number", textContent: `Level ${number}` }),
			element("h2", { textContent: level.name, attributes: { "data-level": number } }),
		),
	);
}

/** A rope hangs through a little under its lanterns. */
function ropeLine() {
	const line = drawing(
		"0 0 640 20",
		'<path d="M0 0Q320 28 640 0" vector-effect="non-scaling-stroke" />',
		"rope-line",
	);
	line.setAttribute("preserveAspectRatio", "none");
	return line;
}

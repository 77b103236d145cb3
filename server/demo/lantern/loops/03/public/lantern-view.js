import { drawing } from "./dom.js";

const body = "M30 20Q50 15 70 20Q95 34 95 60Q95 88 70 100Q50 105 30 100Q5 88 5 60Q5 34 30 20Z";
const ribs = [30, 44, 60, 76, 90]
	.map(
		(y, row) =>
			`<path class="rib" d="M${[16, 7, 5, 7, 16][row]} ${y}Q50 ${y + 7} ${[84, 93, 95, 93, 84][row]} ${y}" />`,
	)
	.join("");
// lit and dark differ in shape too: a flame burns in the one, a closed eye crosses the other
const flame = '<path class="flame" d="M50 42Q64 60 60 71Q57 80 50 80Q43 80 40 71Q36 60 50 42Z" />';
const closed = '<path class="closed" d="M37 62Q50 72 63 62" />';

/** One paper lantern. */
export function lantern(lit) {
	return drawing(
		"0 0 100 130",
		`<circle class="glow" cx="50" cy="60" r="86" />
		<path class="cord" d="M50 0v13" />
		<path class="paper" d="${body}" />
		${ribs}
		${lit ? flame : closed}
		<rect class="wood" x="31" y="11" width="38" height="9" rx="3" />
		<rect class="wood" x="31" y="99" width="38" height="9" rx="3" />
		<path class="tassel" d="M50 108v20M45 108v13M55 108v13" />`,
	);
}

import { drawing, element } from "./dom.js";

const cross = [1, 3, 4, 5, 7];
const corner = [0, 1, 3];

/** How to play: three pictures of a small board, and one way out. */
export function helpView() {
	const dialog = element(
		"dialog",
		{ attributes: { "aria-labelledby": "help-title" } },
		element("h2", { id: "help-title", textContent: "How to play" }),
		element("p", {
			textContent: "Light every lantern on the terrace. You can never get stuck: every board has a way.",
		}),
		element(
			"div",
			{ className: "pictures" },
			picture([0, 2, 6, 8], 4, "Choose a lantern. It changes from dark to lit, or from lit to dark."),
			picture([0, 2, 6, 8, ...cross], null, "Its neighbours above, below, left and right change with it."),
			picture(corner, 0, "At an edge there are fewer neighbours. Nothing reaches around."),
		),
		element("form", { method: "dialog" }, element("button", { className: "primary", textContent: "I see" })),
	);
	dialog.addEventListener("close", () => dialog.remove());
	return dialog;
}

function picture(lit, chosen, caption) {
	const lanterns = Array.from({ length: 9 }, (_, index) => {
		const x = 40 + (index % 3) * 50;
		const y = 40 + Math.floor(index / 3) * 50;
		const on = lit.includes(index);
		const ring =
			index === chosen
				? `<circle cx="${x}" cy="${y}" r="23" fill="none" stroke="#fdf0d0" stroke-width="2" stroke-dasharray="5 4" />`
				: "";
		return `<circle cx="${x}" cy="${y}" r="16" fill="url(#${on ? "fire" : "shade"})" stroke="${on ? "#ffcf87" : "#46538f"}" />${ring}`;
	});
	return element(
		"figure",
		{},
		drawing("0 0 180 180", lanterns.join("")),
		element("figcaption", { textContent: caption }),
	);
}

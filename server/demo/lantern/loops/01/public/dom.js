/** An element with properties (`onclick`, `textContent`, …), attributes in `attributes`, and children. */
export function element(name, { attributes = {}, ...properties } = {}, ...children) {
	const made = Object.assign(document.createElement(name), properties);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
	made.append(...children);
	return made;
}

/** A drawing from trusted markup of our own. */
export function drawing(viewBox, markup, className = "") {
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	svg.setAttribute("viewBox", viewBox);
	svg.setAttribute("class", className);
	svg.setAttribute("aria-hidden", "true");
	svg.innerHTML = markup;
	return svg;
}

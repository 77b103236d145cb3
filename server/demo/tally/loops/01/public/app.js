import { strokes } from "./strokes.js";
import { change, sum } from "./tally.js";

let counters = [
	{ name: "Herons", count: 7 },
	{ name: "Kingfishers", count: 2 },
	{ name: "People who said hello", count: 13 },
];

const place = document.querySelector("#counters");

function draw() {
	place.replaceChildren(...counters.map(card));
	document.querySelector("#sum").value = sum(counters);
}

function card({ name, count }, index) {
	const article = document.createElement("article");
	article.innerHTML = `<h2></h2><p class="strokes">${strokes(count)}</p><p class="count">${count}</p>
		<button class="less" aria-label="one less">−</button><button class="more" aria-label="one more">+</button>`;
	article.querySelector("h2").textContent = name;
	for (const [selector, by] of [
		[".less", -1],
		[".more", 1],
	]) {
		article.querySelector(selector).onclick = () => {
			counters = change(counters, index, by);
			draw();
		};
	}
	return article;
}

draw();

import { keep, read } from "./memory.js";
import { strokes } from "./strokes.js";
import { change, sum } from "./tally.js";

let counters = read([
	{ name: "Herons", count: 7 },
	{ name: "Kingfishers", count: 2 },
	{ name: "People who said hello", count: 13 },
]);

const place = document.querySelector("#counters");

function draw() {
	place.replaceChildren(...counters.map(card));
	document.querySelector("#sum").value = sum(counters);
}

function become(next) {
	counters = next;
	keep(counters);
	draw();
}

function card({ name, count }, index) {
	const article = document.createElement("article");
	article.innerHTML = `<h2></h2><p class="strokes">${strokes(count)}</p><p class="count">${count}</p>
		<button class="less" aria-label="one less">−</button><button class="more" aria-label="one more">+</button>`;
	article.querySelector("h2").textContent = name;
	article.querySelector(".less").onclick = () => become(change(counters, index, -1));
	article.querySelector(".more").onclick = () => become(change(counters, index, 1));
	return article;
}

document.querySelector("#new").onsubmit = (event) => {
	event.preventDefault();
	const field = document.querySelector("#name");
	if (field.value.trim() !== "") become([...counters, { name: field.value.trim(), count: 0 }]);
	field.value = "";
};

draw();

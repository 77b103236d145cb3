/**
 * Each level is made from the full, lit board by the choices in `presses`; making the same choices again solves it.
 * The number of choices is the best possible.
 */
export const levels = [
	{ name: "First dusk", presses: [6, 12, 18] },
	{ name: "Stepping stones", presses: [2, 10, 14, 22] },
	{ name: "The pond", presses: [0, 7, 14, 23] },
	{ name: "Two herons", presses: [1, 8, 16, 17] },
	{ name: "Moon gate", presses: [3, 6, 13, 15, 21] },
	{ name: "Reeds", presses: [0, 5, 9, 12, 23] },
	{ name: "Ferry bell", presses: [4, 7, 10, 18, 20] },
	{ name: "Ninth bridge", presses: [1, 3, 11, 12, 19, 22] },
	{ name: "Tea house", presses: [2, 6, 8, 15, 17, 24] },
	{ name: "Rain on paper", presses: [0, 4, 9, 13, 16, 21] },
	{ name: "Fireflies", presses: [3, 5, 7, 14, 18, 20, 22] },
	{ name: "The long night", presses: [1, 4, 8, 10, 12, 19, 23] },
];

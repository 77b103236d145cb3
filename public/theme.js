// Runs before the first paint, so that a page never flashes in the wrong theme. A file and not an inline script: the
// content security policy allows scripts of this origin only.
(() => {
	const root = document.documentElement;
	let choice = "system";
	try {
		choice = localStorage.getItem("fuseline.theme") || "system";
		root.dataset.density = localStorage.getItem("fuseline.density") || "compact";
		root.dataset.rail = localStorage.getItem("fuseline.rail") || "wide";
	} catch {
		// storage may be closed to us: the system's theme is fine
	}
	const dark =
		choice === "dark" || (choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
	root.dataset.theme = dark ? "dark" : "light";
})();

// Starts the server on a free port, asks for the page and for everything that it names, and writes what it saw.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";

const port = await new Promise((resolve) => {
	const probe = createServer().listen(0, "127.0.0.1", () => {
		const { port: free } = probe.address();
		probe.close(() => resolve(free));
	});
});
const server = spawn(process.execPath, ["server.mjs"], {
	env: { ...process.env, PORT: String(port) },
	stdio: "inherit",
});
const base = `http://127.0.0.1:${port}`;
const report = { page: null, files: [] };

async function page() {
	for (let attempt = 0; attempt < 100; attempt += 1) {
		const answer = await fetch(base).catch(() => null);
		if (answer !== null) return answer;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error("the server did not answer within 5 s");
}

try {
	const answer = await page();
	report.page = answer.status;
	const waiting = [...(await answer.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1]);
	const seen = new Set();
	while (waiting.length > 0) {
		const path = waiting.shift();
		if (seen.has(path)) continue;
		seen.add(path);
		const file = await fetch(base + path);
		const text = await file.text();
		report.files.push({ path, status: file.status, bytes: text.length });
		for (const match of text.matchAll(/from "(\.[^"]+)"/g))
			waiting.push(new URL(match[1], base + path).pathname);
	}
} finally {
	server.kill();
	writeFileSync("boot-report.json", `${JSON.stringify(report, null, "\t")}\n`);
}

const bad = report.files.filter((file) => file.status !== 200);
console.log(`page ${report.page}, ${report.files.length} files, ${bad.length} missing`);
for (const file of bad) console.log(`missing: ${file.path} (${file.status})`);
if (report.page !== 200 || bad.length > 0) process.exitCode = 1;

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lookUsage, requestOfWords } from "../domain/look-words.ts";
import { ask } from "./connection.ts";

/*
 * `fuseline-look`, in the PATH of a tester's sandbox. Exit 0: done; 1: the browser says no, or the page does; 2: a wrong
 * command line; 3: there is no browser in this call.
 */

const help = [
	"fuseline-look VERB …: use the product in a browser that runs outside of this sandbox. Every call is recorded by the",
	"runtime and answers with a ref (mediated:N) that a claim can cite. The window stays open between calls.",
	"",
	...Object.values(lookUsage).map(({ words, does }) => `  ${words}\n      ${does}`),
	"",
	'SELECTOR: CSS, text=Save, role=button[name="Save"], or aria-ref=e5 as the last `state` names it; the first match counts.',
	"A picture goes into the outbox as NAME.png for you to look at; the runtime keeps its own.",
].join("\n");

async function main(words: string[]): Promise<number> {
	if (words.length === 0 || words[0] === "help" || words[0] === "--help" || words[0] === "-h") {
		process.stdout.write(`${help}\n`);
		return 0;
	}
	const made = requestOfWords(words);
	if ("problem" in made) return fail(made.problem, 2);
	const socket = process.env.FUSELINE_LOOK_SOCKET;
	if (socket === undefined || socket === "") return fail("there is no browser in this call", 3);
	const answer = await ask(socket, made.request);
	if (answer.ref === null) return fail(answer.text, 1);
	process.stdout.write(`${answer.text}\n`);
	if (answer.picture !== null) {
		const outbox = process.env.FUSELINE_LOOK_OUTBOX ?? process.cwd();
		const path = join(outbox, `${String(made.request.name)}.png`);
		mkdirSync(outbox, { recursive: true });
		writeFileSync(path, Buffer.from(answer.picture, "base64"));
		process.stdout.write(`a copy lies at ${path}\n`);
	}
	return answer.ok ? 0 : 1;
}

function fail(problem: string, code: number): number {
	process.stderr.write(`fuseline-look: ${problem.replaceAll("\n", " ")}\n`);
	return code;
}

main(process.argv.slice(2)).then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		process.exitCode = fail(error instanceof Error ? error.message : String(error), 1);
	},
);

import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openContents } from "../../../server/evidence/contents.ts";
import { freeze } from "../../../server/workspace/freeze.ts";
import { ignorePolicy } from "../../../server/workspace/policy.ts";
import { createStatCache } from "../../../server/workspace/stat-cache.ts";
import { atMost, type Figure, type Measure, median } from "../measure.ts";

const files = 20_000;
const bytesPerFile = 12_000;
const changed = 100;
const rounds = 3;

/** Our freeze and git's `add -A && write-tree` of the same folder, in turn, each into a store of its own. */
export const freezeRatio: Measure = {
	name: "freeze",
	summary: `${files} files, 240 MB, against git, ${rounds} rounds, some minutes`,
	async run() {
		const folder = mkdtempSync(join(tmpdir(), "fuseline-bench-freeze-"));
		try {
			const root = join(folder, "tree");
			layTree(root);
			const first = { ours: [] as number[], git: [] as number[] };
			const again = { ours: [] as number[], git: [] as number[] };
			for (let round = 0; round < rounds; round += 1) {
				const contents = openContents(join(folder, `contents-${round}.sqlite`));
				const cache = createStatCache();
				const policy = ignorePolicy([]);
				const store = join(folder, `git-${round}`);
				execFileSync("git", ["init", "-q", "--bare", store]);
				const ours = () => timed(async () => void (await freeze({ root, policy, contents, cache })));
				const git = () => timed(async () => gitTree(store, root));
				// who comes first would read what the other has warmed up: take turns
				const [a, b] = round % 2 === 0 ? [ours, git] : [git, ours];
				const firsts = [await a(), await b()];
				touch(root, round);
				const seconds = [await a(), await b()];
				const place = round % 2 === 0 ? 0 : 1;
				first.ours.push(firsts[place] as number);
				first.git.push(firsts[1 - place] as number);
				again.ours.push(seconds[place] as number);
				again.git.push(seconds[1 - place] as number);
				contents.close();
			}
			return [
				atMost("first freeze against git", median(first.ours) / median(first.git), "×", 0.5, noteOf(first)),
				atMost(
					`freeze with ${changed} changed against git`,
					median(again.ours) / median(again.git),
					"×",
					2,
					noteOf(again),
				),
			] satisfies Figure[];
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	},
};

function layTree(root: string): void {
	for (let index = 0; index < files; index += 1) {
		const folder = join(root, `part-${index % 100}`, `piece-${index % 7}`);
		if (index < 700) mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, `file-${index}.txt`), textOf(index));
	}
}

/** Text that shrinks about as sources do, different in each file. */
function textOf(index: number): string {
	let text = "";
	for (let line = 0; text.length < bytesPerFile; line += 1) {
		text += `const value${index}x${line} = compute(${(index * 7919 + line * 104_729) % 1_000_003});\n`;
	}
	return text;
}

function touch(root: string, round: number): void {
	for (let index = 0; index < changed; index += 1) {
		const file = (index * 197) % files;
		appendFileSync(
			join(root, `part-${file % 100}`, `piece-${file % 7}`, `file-${file}.txt`),
			`// round ${round}\n`,
		);
	}
}

function gitTree(store: string, root: string): void {
	const environment = {
		PATH: process.env.PATH ?? "",
		GIT_DIR: store,
		GIT_WORK_TREE: root,
		HOME: store,
	} as unknown as NodeJS.ProcessEnv;
	execFileSync("git", ["add", "-A"], { env: environment, cwd: root });
	execFileSync("git", ["write-tree"], { env: environment, cwd: root });
}

async function timed(work: () => Promise<void>): Promise<number> {
	const started = performance.now();
	await work();
	return performance.now() - started;
}

function noteOf({ ours, git }: { ours: number[]; git: number[] }): string {
	const seconds = (values: number[]) => (median(values) / 1000).toFixed(2);
	return `${seconds(ours)} s against ${seconds(git)} s, medians of ${rounds}`;
}

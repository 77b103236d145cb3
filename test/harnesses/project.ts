/** A project that a two-loop run completes, and what the three roles' models say in it. */
export const spec = `# Two notes

The project holds two text files.

- [note.one] notes/one.txt holds the line "one".
- [note.two] notes/two.txt holds the line "two".
`;

const check = (id: string, criterion: string) => ({
	id,
	run: `grep -qx ${id} notes/${id}.txt`,
	required: false,
	criteria: [criterion],
});

export const config = {
	name: "two-notes",
	phases: [
		{
			id: "notes",
			title: "Both notes",
			criteria: [
				{ id: "note.one", statement: "notes/one.txt holds the line one" },
				{ id: "note.two", statement: "notes/two.txt holds the line two" },
			],
		},
	],
	checks: [check("one", "note.one"), check("two", "note.two")],
};

/** Tries of a role that must not write: the workspace, the store, the system, a remount. Its exit code is 0 in any case. */
const intrude = (dataDirectory: string, mark: string) =>
	[
		`echo ${mark} > "{{workspace}}/${mark}.txt"`,
		`mount -o remount,bind,rw / 2>/dev/null && echo ${mark} > "{{workspace}}/${mark}.txt"`,
		`echo ${mark} > "${dataDirectory}/${mark}.txt"`,
		`echo ${mark} >> "${dataDirectory}/fuseline.sqlite"`,
		`echo ${mark} > "/usr/${mark}.txt"`,
		"true",
	].join("; ");

export const plan = (id: string, other: string) => ({
	objective: `Write note ${id}`,
	phase: "notes",
	tasks: [{ title: `Write notes/${id}.txt`, outcome: `The file holds the line ${id}`, targets: [] }],
	acceptance: [`note.${id}`],
	constraints: [],
	deferred: other === "" ? [] : [{ criterion: `note.${other}`, phase: "notes" }],
	dropped: [],
	allowedPaths: [],
	stop: [],
	notes: "",
});

const claim = (id: string) => ({
	id: `note.${id}`,
	statement: `notes/${id}.txt holds the line ${id}`,
	scope: "",
	method: "the runtime's own check",
	observed: "as demanded",
	impact: "",
	limitation: "",
	assessment: "verified",
	records: [`check:${id}`],
});
const report = (...ids: string[]) => ({
	status: "pass",
	summary: `looked at ${ids.join(" and ")}`,
	claims: ids.map(claim),
	findings: [],
	issues: [],
});

const usage = (input: number, cached: number, output: number, reasoning: number) => ({
	usage: { input, cached, output, reasoning },
});

/** Turns by role; each role is a model of that name. */
export function scenario(dataDirectory: string) {
	const done = { status: "pass", summary: "written", tasks: [], fixed: [], baseline: [], retests: [] };
	const develop = (id: string, more: number) => [
		{
			write: { path: `{{workspace}}/notes/${id}.txt`, content: `${id}\n` },
			...usage(2000 + more, 1500, 70, 0),
		},
		{ shell: `grep -x ${id} "{{workspace}}/notes/${id}.txt"`, ...usage(2100 + more, 1900, 40, 0) },
		{
			shell: `cat > "{{outbox}}/result.json" <<'END'\n${JSON.stringify(done)}\nEND`,
			...usage(2200 + more, 2000, 30, 0),
		},
		{ text: "Done.", ...usage(2300 + more, 2100, 20, 0) },
	];
	return {
		lanes: {
			planner: {
				turns: [
					{
						reasoning: "look",
						shell: intrude(dataDirectory, "planner-was-here"),
						...usage(1000, 400, 50, 20),
					},
					{ json: plan("one", "two"), ...usage(1100, 900, 60, 5) },
					{ shell: intrude(dataDirectory, "planner-was-here"), ...usage(1200, 500, 51, 0) },
					{ json: plan("two", ""), ...usage(1300, 1000, 61, 0) },
				],
			},
			developer: { turns: [...develop("one", 0), ...develop("two", 7)] },
			tester: {
				turns: [
					{ shell: intrude(dataDirectory, "tester-was-here"), ...usage(3000, 100, 80, 0) },
					{ json: report("one"), ...usage(3100, 2900, 90, 0) },
					{ shell: "ls notes", ...usage(3200, 3000, 81, 0) },
					{ json: report("one", "two"), ...usage(3300, 3100, 91, 0) },
				],
			},
		},
	};
}

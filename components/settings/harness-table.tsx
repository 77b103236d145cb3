import { MarkChip } from "@/components/verdict/mark-chip";
import type { Mark } from "@/components/verdict/marks";
import type { HarnessStatus } from "@/server/domain/doctor-view.ts";

const logins: Record<HarnessStatus["login"], Mark> = {
	yes: { shape: "disc", tone: "pass", word: "logged in" },
	no: { shape: "cross", tone: "fail", word: "not logged in" },
	unknown: { shape: "ring", tone: "untested", word: "login not known" },
	not_needed: { shape: "dash", tone: "quiet", word: "no login needed" },
};

const abilities: { key: keyof HarnessStatus["capabilities"]; word: string; why: string }[] = [
	{ key: "resume", word: "resumes", why: "an interrupted or corrected call goes on in its session" },
	{ key: "outputSchema", word: "schema", why: "delivers its answer against a JSON schema" },
	{ key: "mcp", word: "mcp", why: "takes tools over MCP" },
	{ key: "readOnlyTools", word: "read-only tools", why: "can take its own write tools away" },
	{ key: "maxTurns", word: "turn limit", why: "can be held to a number of turns" },
	{
		key: "toolEvents",
		word: "tool events",
		why: "reports tool calls with exit codes, which can prove claims",
	},
	{ key: "cost", word: "cost", why: "says what a call cost" },
];

/** Each harness: is it there, which one, may it work, what can it do. */
export function HarnessTable({ harnesses }: { harnesses: HarnessStatus[] }) {
	return (
		<ul>
			{harnesses.map((harness) => (
				<li
					key={harness.id}
					className="grid gap-x-6 gap-y-1 border-b border-rule py-2 md:grid-cols-[180px_minmax(0,1fr)_minmax(0,1fr)]"
				>
					<div>
						<p className="font-medium">{harness.title}</p>
						<p className="text-xs text-ink-3">{harness.summary}</p>
					</div>
					<Presence harness={harness} />
					<ul className="flex flex-wrap content-start gap-x-3">
						{abilities.map(({ key, word, why }) => (
							<li
								key={key}
								title={why}
								className={
									harness.capabilities[key] ? "text-xs text-ink-2" : "text-xs text-ink-3 line-through"
								}
							>
								{word}
								<span className="sr-only">{harness.capabilities[key] ? ": yes" : ": no"}</span>
							</li>
						))}
					</ul>
				</li>
			))}
		</ul>
	);
}

function Presence({ harness }: { harness: HarnessStatus }) {
	if (!harness.installed) {
		return (
			<div>
				<MarkChip mark={{ shape: "ring", tone: "untested", word: "not installed" }} />
				{harness.installHint ? (
					<p className="text-xs text-ink-2 wrap-anywhere">{harness.installHint}</p>
				) : null}
			</div>
		);
	}
	return (
		<div className="min-w-0">
			<p className="flex flex-wrap gap-x-3">
				<MarkChip mark={{ shape: "disc", tone: "pass", word: "installed" }} />
				<MarkChip mark={logins[harness.login]} />
				{harness.version ? <span className="num text-xs text-ink-2">{harness.version}</span> : null}
			</p>
			<p className="text-xs text-ink-3">
				{harness.eyes === "mcp"
					? "as a tester: browser over MCP"
					: "as a tester: browser by the command fuseline-look"}
				{harness.keyVisibleToAgent ? "; its agent's shell can see the key" : ""}
			</p>
			{harness.path ? (
				<p className="num truncate text-xs text-ink-3" title={harness.path}>
					{harness.path}
				</p>
			) : null}
			{harness.login === "no" && harness.loginHint ? (
				<p className="text-xs text-ink-2 wrap-anywhere">{harness.loginHint}</p>
			) : null}
		</div>
	);
}

"use client";
import { Copy } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { ContentText } from "@/components/evidence/content-text";
import { formatBytes } from "@/components/format/number";
import { Hash } from "@/components/ui/hash";
import { IconButton } from "@/components/ui/icon-button";
import { Tabs } from "@/components/ui/tabs";
import { useCopy } from "@/components/ui/use-copy";
import { plainText } from "@/server/domain/plain-text.ts";
import type { InvocationView } from "@/server/domain/views.ts";

const names = ["prompt", "inputs", "result", "output", "command"] as const;

/** What the role was told and what it gave back, word for word. */
export function CallTexts({ call }: { call: InvocationView }) {
	const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(names).withDefault("prompt"));
	return (
		<Tabs
			label="Parts of the call"
			value={tab}
			onChange={(next) => void setTab(names.find((name) => name === next) ?? "prompt")}
			tabs={[
				{ value: "prompt", label: "Prompt", content: <Prompt call={call} /> },
				{ value: "inputs", label: `Inputs ${call.inputs.length}`, content: <Inputs call={call} /> },
				{ value: "result", label: "Result", content: <Result call={call} /> },
				{
					value: "output",
					label: "Output",
					content: (
						<div className="space-y-5">
							<Part name="stdout">
								<ContentText content={call.stdout} empty={openWords(call, "Nothing was printed.")} />
							</Part>
							<Part name="stderr">
								<ContentText content={call.stderr} empty={openWords(call, "Nothing was printed.")} />
							</Part>
						</div>
					),
				},
				{
					value: "command",
					label: "Command",
					content: <Verbatim text={call.argv.map(quoted).join(" \\\n  ")} what="command" />,
				},
			]}
		/>
	);
}

function openWords(call: InvocationView, done: string): string {
	return call.endedAt === null ? "The call is still at work; its events are in the log." : done;
}

function Prompt({ call }: { call: InvocationView }) {
	return (
		<div className="space-y-2">
			<p className="flex items-center gap-2 text-xs text-ink-3">
				sha256 <Hash value={call.promptSha256} what="prompt hash" />
				<span className="num">{formatBytes(new Blob([call.prompt]).size)}</span>
			</p>
			<Verbatim text={call.prompt} what="prompt" />
		</div>
	);
}

function Inputs({ call }: { call: InvocationView }) {
	if (call.inputs.length === 0) return <p className="text-ink-3">The prompt was the only input.</p>;
	return (
		<ul>
			{call.inputs.map((input) => (
				<li key={input.name} className="border-b border-rule">
					<details>
						<summary className="flex min-h-(--row) flex-wrap items-center gap-x-4">
							<span className="min-w-0 flex-1 font-medium wrap-anywhere">{input.name}</span>
							<Hash value={input.sha256} what="sha256" />
							<span className="num w-16 text-right text-xs text-ink-3">
								{formatBytes(input.content?.size ?? null)}
							</span>
						</summary>
						<div className="py-2">
							<ContentText content={input.content} empty="This input is empty." />
						</div>
					</details>
				</li>
			))}
		</ul>
	);
}

function Result({ call }: { call: InvocationView }) {
	return (
		<div className="space-y-5">
			<Part name="answer">
				{call.result === null ? (
					<p className="text-ink-3">{openWords(call, "No readable answer was delivered.")}</p>
				) : (
					<Verbatim text={pretty(call.result)} what="answer" />
				)}
			</Part>
			<Part name="last message">
				{call.finalMessage === null ? (
					<p className="text-ink-3">{openWords(call, "The harness said no last word.")}</p>
				) : (
					<p className="max-w-3xl whitespace-pre-wrap wrap-anywhere">{plainText(call.finalMessage)}</p>
				)}
			</Part>
		</div>
	);
}

function Part({ name, children }: { name: string; children: React.ReactNode }) {
	return (
		<section className="space-y-1.5">
			<h3 className="label">{name}</h3>
			{children}
		</section>
	);
}

function Verbatim({ text, what }: { text: string; what: string }) {
	const { copy } = useCopy();
	return (
		<div className="relative border-l border-rule-strong pl-3">
			<IconButton
				label={`Copy the ${what}`}
				className="absolute top-0 right-0 bg-paper"
				onClick={() => copy(text, `Copied the ${what}`)}
			>
				<Copy aria-hidden />
			</IconButton>
			<pre className="num max-w-full text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
				{plainText(text)}
			</pre>
		</div>
	);
}

function pretty(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

function quoted(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

"use client";
import { useState } from "react";
import { formatBytes, plural } from "../../format/number";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import type { PartProps } from "../part-props";
import { FolderBrowser } from "./folder-browser";

/** A folder on this machine; it is copied and never written. */
export function FolderSource({ form, change, checked }: PartProps) {
	const [browsing, setBrowsing] = useState(false);
	const { draft } = checked;
	return (
		<>
			<Field
				id="folder-path"
				label="Folder with the spec"
				hint="It is copied as the starting point and never written. A fuseline.json beside the spec is read if there is one."
			>
				<div className="flex gap-2">
					<Input
						id="folder-path"
						mono
						value={form.path}
						placeholder="/home/you/lantern"
						spellCheck={false}
						onChange={(event) => change({ path: event.target.value, project: null })}
					/>
					<Button size="md" onClick={() => setBrowsing(true)}>
						Browse…
					</Button>
				</div>
			</Field>
			{browsing ? (
				<FolderBrowser
					initial={form.path.trim() || null}
					onClose={() => setBrowsing(false)}
					onChoose={(path) => {
						change({ path, project: null });
						setBrowsing(false);
					}}
				/>
			) : null}
			{draft ? (
				<>
					<p className="text-xs text-ink-2">
						<span className="font-medium text-ink">{draft.name}</span>
						{draft.folder
							? `: ${plural(draft.folder.files, "file")}, ${formatBytes(draft.folder.bytes)}`
							: null}
						{draft.configFound ? ", fuseline.json found" : ", no fuseline.json: the planner proposes"}
					</p>
					<SpecPreview text={draft.specText} />
				</>
			) : null}
		</>
	);
}

export function SpecPreview({ text }: { text: string }) {
	if (text.trim() === "") return null;
	return (
		<details>
			<summary className="text-xs text-ink-2">Read the spec</summary>
			<pre className="num mt-2 max-h-72 overflow-auto border-l-2 border-rule pl-3 text-xs whitespace-pre-wrap">
				{text}
			</pre>
		</details>
	);
}

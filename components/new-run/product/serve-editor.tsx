"use client";
import { Plus } from "lucide-react";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import type { EditorProps } from "./editor-props";
import { ListInput } from "./list-input";
import { RemoveButton } from "./remove-button";

/** The product's server, for probes and for QA. */
export function ServeEditor({ project, set }: EditorProps) {
	const { serve } = project;
	if (!serve) {
		const fresh = { run: "", readyPath: "/", readyTimeoutSeconds: 30, environment: {} };
		return (
			<Button onClick={() => set({ serve: fresh })}>
				<Plus aria-hidden />
				Server
			</Button>
		);
	}
	return (
		<div className="flex flex-wrap items-end gap-x-4 gap-y-2">
			<Field id="serve-run" label="Command; PORT is given" className="min-w-48 flex-1">
				<Input
					id="serve-run"
					mono
					value={serve.run}
					placeholder="node server.mjs"
					spellCheck={false}
					onChange={(event) => set({ serve: { ...serve, run: event.target.value } })}
				/>
			</Field>
			<Field id="serve-path" label="Ready when it answers">
				<Input
					id="serve-path"
					mono
					className="w-32"
					value={serve.readyPath}
					onChange={(event) => set({ serve: { ...serve, readyPath: event.target.value } })}
				/>
			</Field>
			<Field id="serve-timeout" label="Within seconds">
				<Input
					id="serve-timeout"
					mono
					type="number"
					className="w-20"
					value={serve.readyTimeoutSeconds}
					onChange={(event) =>
						set({ serve: { ...serve, readyTimeoutSeconds: event.target.valueAsNumber || 0 } })
					}
				/>
			</Field>
			<RemoveButton what="the server" onClick={() => set({ serve: undefined })} />
		</div>
	);
}

/** What must be installed before checks and the server; cached by its inputs. */
export function SetupEditor({ project, set }: EditorProps) {
	const { setup } = project;
	if (!setup) {
		const fresh = {
			run: "npm ci",
			inputs: ["package-lock.json"],
			outputs: ["node_modules"],
			timeoutSeconds: 600,
		};
		return (
			<Button onClick={() => set({ setup: fresh })}>
				<Plus aria-hidden />
				Setup
			</Button>
		);
	}
	return (
		<div className="flex flex-wrap items-end gap-x-4 gap-y-2">
			<Field id="setup-run" label="Command" className="min-w-48 flex-1">
				<Input
					id="setup-run"
					mono
					value={setup.run}
					spellCheck={false}
					onChange={(event) => set({ setup: { ...setup, run: event.target.value } })}
				/>
			</Field>
			<Field id="setup-inputs" label="Again when these change" className="min-w-40 flex-1">
				<ListInput
					id="setup-inputs"
					value={setup.inputs}
					onChange={(inputs) => set({ setup: { ...setup, inputs } })}
				/>
			</Field>
			<Field id="setup-outputs" label="Folders that it makes" className="min-w-40 flex-1">
				<ListInput
					id="setup-outputs"
					value={setup.outputs}
					onChange={(outputs) => set({ setup: { ...setup, outputs } })}
				/>
			</Field>
			<RemoveButton what="the setup" onClick={() => set({ setup: undefined })} />
		</div>
	);
}

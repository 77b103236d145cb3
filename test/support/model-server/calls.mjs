/** From what a scenario wants (a shell command, a file) to a call of the tool that this very client offers. */
let seq = 0;

export const nextId = () => {
	seq += 1;
	return `scripted_${seq}`;
};

/** offered: Map name -> { kind: 'function'|'custom', props: string[] } */
export function concreteCalls(turn, offered) {
	const list = turn.calls ?? (["shell", "write", "read", "tool"].some((k) => k in turn) ? [turn] : []);
	return list.map((c) => {
		if (c.tool)
			return call(
				c.tool,
				c.input ?? {},
				offered.get(c.tool)?.kind ?? (c.tool.includes("/") ? "namespaced" : "function"),
			);
		if (c.shell !== undefined) return shellCall(c.shell, offered);
		if (c.write) return writeCall(c.write, offered);
		if (c.read) return readCall(c.read, offered);
		throw new Error(`unknown call ${JSON.stringify(c)}`);
	});
}
const call = (name, input, kind = "function") => ({ id: `call_${nextId()}`, name, input, kind });
const first = (offered, names) => names.find((n) => offered.has(n));
// Codex "code mode": the only tool is "exec", whose input is JavaScript that calls the nested tools
const codeMode = (offered) => offered.get("exec")?.kind === "custom" && !offered.has("exec_command");
function shellCall(command, offered) {
	if (codeMode(offered))
		return call(
			"exec",
			`const r = await tools.exec_command(${JSON.stringify({ cmd: command })}); text(JSON.stringify(r));`,
			"custom",
		);
	const name =
		first(offered, [
			"exec_command",
			"shell_command",
			"shell",
			"local_shell",
			"Bash",
			"bash",
			"run_shell_command",
		]) ?? "bash";
	const props = offered.get(name)?.props ?? ["command"];
	const input = {};
	if (props.includes("cmd")) input.cmd = command;
	else if (name === "shell") input.command = ["bash", "-lc", command];
	else input.command = command;
	if (props.includes("description")) input.description = "scripted command";
	return call(name, input);
}
function writeCall({ path, content }, offered) {
	const patch = `*** Begin Patch\n*** Add File: ${path}\n${content
		.replace(/\n$/, "")
		.split("\n")
		.map((l) => `+${l}`)
		.join("\n")}\n*** End Patch\n`;
	if (codeMode(offered))
		return call(
			"exec",
			`const r = await tools.apply_patch(${JSON.stringify(patch)}); text(JSON.stringify(r));`,
			"custom",
		);
	if (offered.has("apply_patch")) {
		return offered.get("apply_patch").kind === "custom"
			? call("apply_patch", patch, "custom")
			: call("apply_patch", { input: patch });
	}
	const name = first(offered, ["Write", "write", "write_file"]);
	if (!name && offered.has("exec_command"))
		return shellCall(`apply_patch <<'SCRIPTED_EOF'\n${patch}SCRIPTED_EOF`, offered); // Codex intercepts it
	if (!name)
		return shellCall(
			`cat > '${path}' <<'SCRIPTED_EOF'\n${content.replace(/\n$/, "")}\nSCRIPTED_EOF`,
			offered,
		);
	const props = offered.get(name).props;
	return call(name, { [props.find((p) => /path/i.test(p)) ?? "path"]: path, content });
}
function readCall({ path }, offered) {
	const name = first(offered, ["Read", "read", "read_file"]);
	if (!name) return shellCall(`cat '${path}'`, offered);
	return call(name, { [offered.get(name).props.find((p) => /path/i.test(p)) ?? "path"]: path });
}
export function offeredTools(body) {
	const m = new Map();
	const add = (n, kind, schema) => n && m.set(n, { kind, props: Object.keys(schema?.properties ?? {}) });
	const addAll = (tools) => {
		for (const t of tools ?? []) {
			if (t.functionDeclarations)
				for (const f of t.functionDeclarations)
					add(f.name, "function", f.parametersJsonSchema ?? f.parameters);
			else if (t.type === "namespace" && t.name === "functions") addAll(t.tools);
			else if (t.type === "namespace")
				for (const f of t.tools ?? []) add(`${t.name}/${f.name}`, "namespaced", f.parameters);
			else if (t.function) add(t.function.name, "function", t.function.parameters);
			else add(t.name ?? t.type, t.type === "custom" ? "custom" : "function", t.parameters ?? t.input_schema);
		}
	};
	addAll(body.tools);
	for (const i of Array.isArray(body.input) ? body.input : [])
		if (i.type === "additional_tools") addAll(i.tools); // newer Codex models
	return m;
}
export function finalText(turn, offered, calls) {
	if (turn.json === undefined) return turn.text ?? "";
	if (offered.has("StructuredOutput")) {
		calls.push(call("StructuredOutput", turn.json));
		return turn.text ?? "";
	}
	return JSON.stringify(turn.json);
}

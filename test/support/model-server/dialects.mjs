/** The wire formats of the model APIs: events of one scripted answer, in the order in which a real one sends them. */
const sseEvent = (res) => (type, data) => res.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
const sseData = (res) => (data) =>
	res.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);

const namespaced = (c) =>
	c.kind === "namespaced"
		? { namespace: c.name.split("/")[0], name: c.name.split("/")[1] }
		: { name: c.name };
function responsesItems(a) {
	const items = [];
	if (a.reasoning)
		items.push({
			type: "reasoning",
			id: `rs_${a.id}`,
			summary: [{ type: "summary_text", text: a.reasoning }],
			encrypted_content: null,
		});
	if (a.text)
		items.push({
			type: "message",
			id: `msg_${a.id}`,
			role: "assistant",
			status: "completed",
			content: [{ type: "output_text", text: a.text, annotations: [] }],
		});
	for (const c of a.calls) {
		items.push(
			c.kind === "custom"
				? {
						type: "custom_tool_call",
						id: `ctc_${c.id}`,
						call_id: c.id,
						name: c.name,
						input: String(c.input),
						status: "completed",
					}
				: {
						type: "function_call",
						id: `fc_${c.id}`,
						call_id: c.id,
						...namespaced(c),
						arguments: JSON.stringify(c.input),
						status: "completed",
					},
		);
	}
	return items;
}
function responsesObject(a, status, output) {
	const u = a.usage;
	return {
		id: `resp_${a.id}`,
		object: "response",
		created_at: Math.floor(Date.now() / 1000),
		status,
		model: a.model,
		output,
		error: null,
		incomplete_details: null,
		parallel_tool_calls: true,
		tools: [],
		tool_choice: "auto",
		usage:
			status !== "completed"
				? null
				: {
						input_tokens: u.input,
						input_tokens_details: { cached_tokens: u.cached },
						output_tokens: u.output,
						output_tokens_details: { reasoning_tokens: u.reasoning },
						total_tokens: u.input + u.output,
					},
	};
}
function streamResponses(res, a, cut) {
	const send0 = sseEvent(res);
	let n = 0;
	const send = (type, d) => send0(type, { type, sequence_number: n++, ...d });
	send("response.created", { response: responsesObject(a, "in_progress", []) });
	if (cut("start")) return;
	const items = responsesItems(a);
	items.forEach((item, output_index) => {
		const open = { ...item, status: "in_progress" };
		if (item.type === "message") open.content = [];
		if (item.type === "function_call") open.arguments = "";
		if (item.type === "custom_tool_call") open.input = "";
		send("response.output_item.added", { output_index, item: open });
		if (item.type === "message") {
			const part = { type: "output_text", text: "", annotations: [] };
			send("response.content_part.added", { item_id: item.id, output_index, content_index: 0, part });
			send("response.output_text.delta", {
				item_id: item.id,
				output_index,
				content_index: 0,
				delta: item.content[0].text,
			});
			send("response.output_text.done", {
				item_id: item.id,
				output_index,
				content_index: 0,
				text: item.content[0].text,
			});
			send("response.content_part.done", {
				item_id: item.id,
				output_index,
				content_index: 0,
				part: item.content[0],
			});
		} else if (item.type === "function_call") {
			send("response.function_call_arguments.delta", {
				item_id: item.id,
				output_index,
				delta: item.arguments,
			});
			send("response.function_call_arguments.done", {
				item_id: item.id,
				output_index,
				arguments: item.arguments,
			});
		} else if (item.type === "custom_tool_call") {
			send("response.custom_tool_call_input.delta", { item_id: item.id, output_index, delta: item.input });
			send("response.custom_tool_call_input.done", { item_id: item.id, output_index, input: item.input });
		} else if (item.type === "reasoning") {
			send("response.reasoning_summary_part.added", {
				item_id: item.id,
				output_index,
				summary_index: 0,
				part: { type: "summary_text", text: "" },
			});
			send("response.reasoning_summary_text.delta", {
				item_id: item.id,
				output_index,
				summary_index: 0,
				delta: a.reasoning,
			});
			send("response.reasoning_summary_text.done", {
				item_id: item.id,
				output_index,
				summary_index: 0,
				text: a.reasoning,
			});
		}
		send("response.output_item.done", { output_index, item });
	});
	send("response.completed", { response: responsesObject(a, "completed", items) });
	res.end();
}

function chatUsage(u) {
	return {
		prompt_tokens: u.input,
		completion_tokens: u.output,
		total_tokens: u.input + u.output,
		prompt_tokens_details: { cached_tokens: u.cached },
		completion_tokens_details: { reasoning_tokens: u.reasoning },
	};
}
function chatMessage(a) {
	const tool_calls = a.calls.map((c, index) => ({
		index,
		id: c.id,
		type: "function",
		function: { name: c.name, arguments: JSON.stringify(c.input) },
	}));
	return {
		message: { role: "assistant", content: a.text || null, ...(tool_calls.length && { tool_calls }) },
		finish: tool_calls.length ? "tool_calls" : "stop",
	};
}
function streamChat(res, a, cut) {
	const send = sseData(res);
	const base = {
		id: `chatcmpl_${a.id}`,
		object: "chat.completion.chunk",
		created: Math.floor(Date.now() / 1000),
		model: a.model,
	};
	const chunk = (delta, finish_reason = null) =>
		send({ ...base, choices: [{ index: 0, delta, finish_reason }] });
	const { message, finish } = chatMessage(a);
	chunk({ role: "assistant", content: "" });
	if (cut("start")) return;
	if (a.reasoning) chunk({ reasoning_content: a.reasoning });
	if (a.text) chunk({ content: a.text });
	for (const tc of message.tool_calls ?? []) chunk({ tool_calls: [tc] });
	chunk({}, finish);
	send({ ...base, choices: [], usage: chatUsage(a.usage) });
	send("[DONE]");
	res.end();
}

function anthropicMessage(a) {
	const content = [];
	if (a.reasoning) content.push({ type: "thinking", thinking: a.reasoning, signature: "c2NyaXB0ZWQ=" });
	if (a.text) content.push({ type: "text", text: a.text });
	for (const c of a.calls)
		content.push({ type: "tool_use", id: c.id.replace("call_", "toolu_"), name: c.name, input: c.input });
	const u = a.usage;
	return {
		id: `msg_${a.id}`,
		type: "message",
		role: "assistant",
		model: a.model,
		content,
		stop_sequence: null,
		stop_reason: a.calls.length ? "tool_use" : "end_turn",
		usage: {
			input_tokens: u.input - u.cached - u.cacheWrite,
			cache_read_input_tokens: u.cached,
			cache_creation_input_tokens: u.cacheWrite,
			output_tokens: u.output,
		},
	};
}
function streamAnthropic(res, a, cut) {
	const send0 = sseEvent(res);
	const send = (type, d) => send0(type, { type, ...d });
	const m = anthropicMessage(a);
	send("message_start", {
		message: { ...m, content: [], stop_reason: null, usage: { ...m.usage, output_tokens: 1 } },
	});
	if (cut("start")) return;
	m.content.forEach((b, index) => {
		if (b.type === "text") {
			send("content_block_start", { index, content_block: { type: "text", text: "" } });
			send("content_block_delta", { index, delta: { type: "text_delta", text: b.text } });
		} else if (b.type === "thinking") {
			send("content_block_start", {
				index,
				content_block: { type: "thinking", thinking: "", signature: "" },
			});
			send("content_block_delta", { index, delta: { type: "thinking_delta", thinking: b.thinking } });
			send("content_block_delta", { index, delta: { type: "signature_delta", signature: b.signature } });
		} else {
			send("content_block_start", { index, content_block: { ...b, input: {} } });
			send("content_block_delta", {
				index,
				delta: { type: "input_json_delta", partial_json: JSON.stringify(b.input) },
			});
		}
		send("content_block_stop", { index });
	});
	send("message_delta", { delta: { stop_reason: m.stop_reason, stop_sequence: null }, usage: m.usage });
	send("message_stop", {});
	res.end();
}

function geminiBody(a) {
	const parts = [];
	if (a.reasoning) parts.push({ text: a.reasoning, thought: true });
	if (a.text) parts.push({ text: a.text });
	for (const c of a.calls) parts.push({ functionCall: { id: c.id, name: c.name, args: c.input } });
	const u = a.usage;
	return {
		candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
		modelVersion: a.model,
		responseId: a.id,
		usageMetadata: {
			promptTokenCount: u.input,
			cachedContentTokenCount: u.cached,
			candidatesTokenCount: u.output,
			thoughtsTokenCount: u.reasoning,
			totalTokenCount: u.input + u.output + u.reasoning,
		},
	};
}

export const dialects = [
	{
		name: "responses",
		path: /\/responses$/,
		stream: streamResponses,
		json: (a) => responsesObject(a, "completed", responsesItems(a)),
	},
	{
		name: "chat",
		path: /\/chat\/completions$/,
		stream: streamChat,
		json: (a) => ({
			id: `chatcmpl_${a.id}`,
			object: "chat.completion",
			created: 0,
			model: a.model,
			choices: [{ index: 0, message: chatMessage(a).message, finish_reason: chatMessage(a).finish }],
			usage: chatUsage(a.usage),
		}),
	},
	{ name: "anthropic", path: /\/messages$/, stream: streamAnthropic, json: anthropicMessage },
	{
		name: "gemini",
		path: /:(streamGenerateContent|generateContent)$/,
		json: geminiBody,
		stream: (res, a, cut) => {
			if (!cut("start")) {
				sseData(res)(geminiBody(a));
				res.end();
			}
		},
	},
];
/** `details`: more of a provider's error object, e.g. `{ type: "usage_limit_reached", resets_at }` */
export function errorBody(dialect, status, message, details = {}) {
	const type =
		{
			400: "invalid_request_error",
			401: "authentication_error",
			403: "permission_error",
			404: "not_found_error",
			429: "rate_limit_error",
			529: "overloaded_error",
		}[status] ?? "api_error";
	if (dialect === "anthropic")
		return { type: "error", error: { type, message, ...details }, request_id: "req_scripted" };
	if (dialect === "gemini")
		return {
			error: {
				code: status,
				message,
				status: { 401: "UNAUTHENTICATED", 429: "RESOURCE_EXHAUSTED" }[status] ?? "INTERNAL",
			},
		};
	return {
		error: { message, type, code: status === 401 ? "invalid_api_key" : type, param: null, ...details },
	};
}

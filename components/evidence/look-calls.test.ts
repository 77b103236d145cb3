import { expect, it } from "vitest";
import type { RecordView } from "@/server/domain/views.ts";
import { lookCalls } from "./look-calls";

const record = (over: Partial<RecordView>): RecordView => ({
	ref: "mediated:1",
	kind: "trace",
	origin: "mediated",
	passed: true,
	title: "click #add",
	observation: "",
	sha256: null,
	mime: null,
	size: null,
	width: null,
	height: null,
	environment: {},
	box: "black",
	tree: "0".repeat(64),
	invocationId: null,
	content: null,
	...over,
});

it("lists what the tester did, and nothing that others recorded", () => {
	const environment = {
		verb: "click",
		argument: "#add",
		url: "http://127.0.0.1:41000/board?x=1#end",
		viewport: "390×844",
		at: "2026-01-02T03:04:05.000Z",
		consoleErrors: "2",
	};
	const calls = lookCalls([
		record({ ref: "probe:home", origin: "host" }),
		record({ environment }),
		record({ ref: "mediated:2", environment: { url: "about:blank" } }),
	]);
	expect(calls.map(({ record: { ref }, ...call }) => ({ ref, ...call }))).toEqual([
		{
			ref: "mediated:1",
			at: Date.UTC(2026, 0, 2, 3, 4, 5),
			verb: "click",
			argument: "#add",
			page: "/board?x=1#end",
			viewport: "390×844",
			consoleErrors: 2,
		},
		{
			ref: "mediated:2",
			at: null,
			verb: "click #add",
			argument: "",
			page: "about:blank",
			viewport: "",
			consoleErrors: 0,
		},
	]);
});

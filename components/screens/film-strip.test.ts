import { describe, expect, it } from "vitest";
import type { ScreensView } from "../../server/domain/views.ts";
import { defaultPair, filmStrip, stripCounts } from "./film-strip.ts";

type Row = ScreensView["rows"][number];
/** `a` first picture, `=` unchanged, `!` changed, `.` visit without a picture, `-` no visit */
function row(pattern: string): Row {
	return {
		probeId: "board",
		title: "Board",
		cells: [...pattern].map((mark, index) =>
			mark === "-"
				? null
				: {
						candidateId: `c${index}`,
						examinationId: `e${index}`,
						ref: "probe:board",
						status: mark === "." ? "error" : "pass",
						message: "",
						screenshot:
							mark === "."
								? null
								: {
										sha256: "0",
										mime: "image/png",
										size: 1,
										url: "/x",
										artifactUrl: null,
										state: "kept",
										removedAt: null,
										width: 1280,
										height: 800,
									},
						unchanged: mark === "a" || mark === "." ? null : mark === "=",
					},
		),
	};
}
const shape = (pattern: string) =>
	filmStrip(row(pattern)).map((piece) =>
		piece.kind === "ticks"
			? `t${piece.indices.join("")}`
			: `${piece.kind === "frame" ? "F" : "h"}${piece.index}`,
	);

describe("filmStrip", () => {
	it.each([
		["a", ["F0"]],
		["a==!", ["F0", "t12", "F3"]],
		["a==", ["F0", "t1", "F2"]],
		["-a.=!", ["h0", "F1", "h2", "t3", "F4"]],
		["", []],
		["a=.", ["F0", "F1", "h2"]],
	])("%s", (pattern, expected) => {
		expect(shape(pattern)).toEqual(expected);
	});

	it("remembers what a changed frame is compared with, across holes and ticks", () => {
		const frame = filmStrip(row("a=.!")).at(-1);
		expect(frame?.kind === "frame" && frame.previous?.candidateId).toBe("c1");
	});
});

describe("defaultPair", () => {
	it.each([
		["a=!=", { a: "c1", b: "c2" }],
		["a==", { a: "c1", b: "c2" }],
		["a", null],
		["--", null],
	])("%s", (pattern, expected) => {
		expect(defaultPair(row(pattern))).toEqual(expected);
	});
});

it("counts pictures and changes", () => {
	expect(stripCounts(row("-a.=!!"))).toEqual({ pictures: 4, changes: 2 });
});

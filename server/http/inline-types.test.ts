import { describe, expect, it } from "vitest";
import { presentationOf } from "./inline-types.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n0000", "latin1");
const html = Buffer.from("<script>alert(1)</script>");

describe("presentationOf", () => {
	it.each([
		["a picture", "image/png", png, "dashboard", { contentType: "image/png", attachment: false }],
		["a page that says it is a picture", "image/png", html, "dashboard", null],
		["a page", "text/html", html, "dashboard", null],
		["a drawing, which may hold scripts", "image/svg+xml", Buffer.from("<svg/>"), "dashboard", null],
		["a document", "application/pdf", Buffer.from("%PDF-1.7"), "dashboard", null],
		[
			"JSON",
			"application/json",
			html,
			"dashboard",
			{ contentType: "text/plain; charset=utf-8", attachment: false },
		],
		["an unknown type", "application/x-thing", html, "dashboard", null],
		[
			"a page",
			"text/html",
			html,
			"artifacts",
			{ contentType: "text/html; charset=utf-8", attachment: false },
		],
		[
			"a document",
			"application/pdf",
			Buffer.from("%PDF-1.7"),
			"artifacts",
			{ contentType: "application/pdf", attachment: false },
		],
		[
			"a page that says it is a document",
			"application/pdf",
			html,
			"artifacts",
			{ contentType: "application/octet-stream", attachment: true },
		],
		[
			"an unknown type",
			"application/x-thing",
			html,
			"artifacts",
			{ contentType: "application/octet-stream", attachment: true },
		],
		[
			"a header trick",
			"text/html\r\nx: y",
			html,
			"artifacts",
			{ contentType: "application/octet-stream", attachment: true },
		],
	] as const)("%s as %s", (_, wanted, head, site, expected) => {
		expect(presentationOf(wanted, head as Buffer, site)).toEqual(expected);
	});
});

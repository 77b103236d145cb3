import { expect, it } from "vitest";
import { pagePolicy } from "./security-headers.ts";

const site = { origin: "http://127.0.0.1:4100", artifactOrigin: "http://localhost:4101", development: false };
const html = `<script src="/_next/a.js" async=""></script><script>alert(1)</script><script id="x">alert(1)</script>`;

it("lets exactly the inline scripts of the page run", () => {
	const policy = pagePolicy(html, site);
	// printf 'alert(1)' | openssl dgst -sha256 -binary | base64
	expect(policy).toContain("script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';");
	expect(policy).not.toMatch(/script-src[^;]*unsafe/);
	expect(policy).toContain("connect-src 'self' ws://127.0.0.1:4100;");
	expect(policy).toContain("frame-src http://localhost:4101;");
	expect(policy).toContain("frame-ancestors 'none'");
});

it("frames nothing without a second site", () => {
	expect(pagePolicy("", { ...site, artifactOrigin: null })).toContain("frame-src 'none'");
});

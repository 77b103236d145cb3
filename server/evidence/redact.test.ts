import { describe, expect, it } from "vitest";
import { knowSecret } from "./known-secrets.ts";
import { Redactor, redactJsonText, redactText } from "./redact.ts";

const body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7";
const redacted = (name: string) => `[redacted: ${name}]`;

describe("redactText", () => {
	it.each([
		["key=sk-ant-api03-Abc_def-0123456789abcdefghij!", `key=${redacted("anthropic key")}!`],
		["sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD", redacted("openai key")],
		["sk-0123456789abcdefghijklmnop", redacted("openai key")],
		[`"ghp_${"a".repeat(36)}"`, `"${redacted("github token")}"`],
		[`github_pat_${"A1b2_".repeat(14)}`, redacted("github token")],
		["glpat-abcdefghij0123456789", redacted("gitlab token")],
		["AKIAIOSFODNN7EXAMPLE", redacted("aws access key")],
		[
			"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
			`aws_secret_access_key = ${redacted("aws secret key")}`,
		],
		[`AIza${"b".repeat(35)}`, redacted("google key")],
		["xoxb-123456789012-abcdefGHIJ", redacted("slack token")],
		[`npm_${"c".repeat(36)}`, redacted("npm token")],
		["sk_live_abcdefghijklmnop", redacted("stripe key")],
		["Authorization: Bearer abcdef0123456789abcdef", `Authorization: Bearer ${redacted("bearer token")}`],
		["Authorization: Basic dXNlcjpwYXNzd29yZA==", `Authorization: Basic ${redacted("basic credentials")}`],
		[
			"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
			redacted("json web token"),
		],
		["postgres://user:hunter22@host/db", `postgres://user:${redacted("password in an address")}@host/db`],
		[
			`-----BEGIN RSA PRIVATE KEY-----\n${body}\n${body}\n-----END RSA PRIVATE KEY-----\nafter`,
			`${redacted("private key")}\nafter`,
		],
		[
			`"-----BEGIN PRIVATE KEY-----\\n${body}\\n-----END PRIVATE KEY-----\\n"`,
			`"${redacted("private key")}\\n"`,
		],
		[`-----BEGIN OPENSSH PRIVATE KEY-----\n${body}`, redacted("private key")],
	])("takes the key out of %j", (text, expected) => {
		const counts = {};
		expect(redactText(text, counts)).toBe(expected);
		expect(Object.values(counts)).toEqual([1]);
		expect(redactText(expected)).toBe(expected);
	});

	it.each([
		["sk-learn and sk-circle-fade-dot are words"],
		["commit 3f9a1c77e0b23f9a1c77e0b23f9a1c77e0b23f9a"],
		["the bearer of this letter"],
		["http://localhost:4100/runs"],
		["git@github.com:owner/name.git"],
		["-----BEGIN CERTIFICATE-----"],
		['const begin = "-----BEGIN PRIVATE KEY-----"; // a rule'],
		["ghp_short"],
		["const AKIA = 1"],
	])("leaves %j alone", (text) => {
		expect(redactText(text)).toBe(text);
	});

	it("stays quick on hostile text", () => {
		const started = performance.now();
		for (const part of ["sk-", "-----BEGIN PRIVATE KEY-----", "eyJa", "bearer ", "http://a:", "A"]) {
			redactText(part.repeat(100_000));
			redactText(part + "a".repeat(300_000));
		}
		expect(performance.now() - started).toBeLessThan(8000);
	});
});

describe("Redactor", () => {
	const key = `ghp_${"x".repeat(36)}`;
	const pem = `-----BEGIN PRIVATE KEY-----\n${body}\n${body}\n-----END PRIVATE KEY-----`;
	const text = `first \u00ff\n${key}\nthen ${pem} and more\n${key}`;

	it.each([1, 2, 7, 40, 64, 1000])("finds keys in chunks of %i bytes", (size) => {
		const bytes = Buffer.from(text, "latin1");
		const redactor = new Redactor();
		const parts: Buffer[] = [];
		for (let at = 0; at < bytes.length; at += size) parts.push(redactor.push(bytes.subarray(at, at + size)));
		parts.push(redactor.end());
		expect(Buffer.concat(parts).toString("latin1")).toBe(redactText(text));
		expect(redactor.counts).toEqual({ "github token": 2, "private key": 1 });
	});

	it("holds back no more than it needs of an endless line", () => {
		const redactor = new Redactor();
		let out = 0;
		for (let index = 0; index < 100; index++) out += redactor.push(Buffer.alloc(65_536, "a b ")).length;
		expect(100 * 65_536 - out).toBeLessThan(200_000);
	});
});

describe("known values", () => {
	const value = "correct-horse/battery+staple 7";
	knowSecret("MY_KEY", value);
	const base64 = (text: string) => Buffer.from(text).toString("base64");
	it.each([
		["plain", `a ${value} b`],
		["in an address", `https://x/?k=${encodeURIComponent(value)}&b`],
		["hex", Buffer.from(value).toString("hex")],
		["base64", base64(value)],
		["base64 in a longer text, first phase", base64(`abc${value}xyz`)],
		["base64 in a longer text, second phase", base64(`abcd${value}xyz`)],
		["base64 in a longer text, third phase", base64(`abcde${value}xyz`)],
	])("are taken out: %s", (_name, text) => {
		expect(redactText(text)).toContain("[redacted: MY_KEY]");
		expect(redactText(text)).not.toContain(value);
	});

	it("are found across two chunks", () => {
		const redactor = new Redactor();
		const whole = Buffer.concat([
			redactor.push(Buffer.from(`x ${value.slice(0, 9)}`)),
			redactor.push(Buffer.from(`${value.slice(9)} y\n`)),
			redactor.end(),
		]).toString();
		expect(whole).toBe("x [redacted: MY_KEY] y\n");
	});

	it("leave short words alone", () => {
		knowSecret("DB_PASSWORD", "password");
		expect(redactText("a password")).toBe("a password");
	});

	it("can't hide behind JSON's escapes", () => {
		const escaped = `{"a":"${value.replace("c", "\\u0063")}"}`;
		expect(JSON.parse(redactJsonText(escaped))).toEqual({ a: "[redacted: MY_KEY]" });
		expect(redactJsonText('{"a":  1}')).toBe('{"a":  1}');
	});
});

describe("where a key begins", () => {
	const key = `ghp_${"A1b2".repeat(9)}`;
	it.each([
		["a line's end as JSON writes it", `{"output":"one\\n${key}\\n"}`],
		["a line's end in JSON in JSON", `"{\\"a\\":\\"one\\\\n${key}\\"}"`],
		["an escape by number", `"\\u000a${key}"`],
		["a colour", `\u001b[31m${key}\u001b[0m`],
		["an assignment", `KEY=${key}`],
	])("after %s", (_name, text) => {
		expect(redactText(text)).not.toContain(key);
	});
	it("not inside of a word", () => {
		expect(redactText(`x${key}`)).toContain(key);
	});
});

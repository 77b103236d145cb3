/*
 * Secrets whose exact value this process knows, so that they are found whatever they look like: the daemon's token and
 * keys of the user's environment. Held in memory only, for as long as the process lives.
 */

interface KnownSecret {
	name: string;
	forms: readonly string[];
}

const known = new Map<string, KnownSecret>();
/** shorter values are words that ordinary text has too */
const shortest = 12;
const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(?:$|_)/i;

/** From now on this value is taken out of every text, also as base64, hex and in an address. */
export function knowSecret(name: string, value: string): void {
	if (value.length < shortest || known.has(value)) return;
	known.set(value, { name, forms: formsOf(value) });
}

/** Every variable whose name says that it is a secret. */
export function knowSecretVariables(environment: Readonly<Record<string, string>>): void {
	for (const [name, value] of Object.entries(environment)) if (secretName.test(name)) knowSecret(name, value);
}

/** Takes known secrets out; `found` hears the name of each. */
export function withoutKnownSecrets(text: string, found: (name: string) => void): string {
	let result = text;
	for (const { name, forms } of known.values()) {
		for (const form of forms) {
			if (!result.includes(form)) continue;
			const parts = result.split(form);
			for (let count = 1; count < parts.length; count += 1) found(name);
			result = parts.join(`[redacted: ${name}]`);
		}
	}
	return result;
}

/** Longest first, so that no form leaves a rest of another one. */
function formsOf(value: string): string[] {
	const bytes = Buffer.from(value, "utf8");
	const forms = new Set([
		value,
		encodeURIComponent(value),
		bytes.toString("hex"),
		bytes.toString("hex").toUpperCase(),
	]);
	// inside a longer text base64 has three phases; characters at the borders depend on the neighbours and stay out
	for (const lead of [0, 1, 2]) {
		const padded = Buffer.concat([Buffer.alloc(lead), bytes])
			.toString("base64")
			.replace(/=+$/, "");
		const from = lead === 0 ? 0 : lead + 1;
		const whole = (lead + bytes.length) % 3 === 0 ? padded.length : padded.length - 1;
		const core = padded.slice(from, whole);
		forms.add(core).add(core.replaceAll("+", "-").replaceAll("/", "_"));
	}
	return [...forms].sort((a, b) => b.length - a.length);
}

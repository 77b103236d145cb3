/** One kind of secret that is known by its looks. */
export interface KeyShape {
	name: string;
	/** a text without this can't hold the shape; empty = always look */
	hint: string;
	pattern: RegExp;
	/** the first group stays: it says what was there */
	keepsPrefix: boolean;
	/** looks closer at what the pattern found, where a pattern alone would have to try too much */
	isKey: (match: string) => boolean;
}

/**
 * Where a key may begin: not inside of a word. In JSON a line's end is written `\\n`, in a terminal's text a colour ends
 * with `m`; those letters are no part of a word.
 */
const start = /(?:(?<![A-Za-z0-9_])|(?<=\\[nrtbf])|(?<=\\u[0-9A-Fa-f]{4})|(?<=\[[0-9;]{0,12}m))/.source;
const fromStart = (pattern: RegExp) =>
	new RegExp(
		pattern.source.replace(/^\\b/, () => start),
		pattern.flags,
	);

const shape = (
	name: string,
	hint: string,
	pattern: RegExp,
	keepsPrefix = false,
	isKey: KeyShape["isKey"] = () => true,
): KeyShape => ({ name, hint, pattern: fromStart(pattern), keepsPrefix, isKey });

/**
 * Shapes of well-known keys. Each begins at a word border and has the length that its issuer gives it, so that ordinary
 * text (`sk-learn`, a git hash) stays. Quantifiers are bounded: no input makes them slow.
 */
export const keyShapes: readonly KeyShape[] = [
	shape(
		"private key",
		"PRIVATE KEY",
		/-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s\\:,.]|-(?!----)){0,32768}(?:-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?/g,
		false,
		// the opening line alone (a rule, a document about keys) is none
		(match) => match.includes("-----END ") || /[A-Za-z0-9+/=]{40}/.test(match),
	),
	shape("anthropic key", "sk-ant-", /\bsk-ant-[A-Za-z0-9_-]{20,300}/g),
	shape(
		"openai key",
		"sk-",
		/\bsk-[A-Za-z0-9_-]{20,400}/g,
		false,
		// words with hyphens (class names) have no such run of letters and digits
		(match) => /[A-Za-z0-9]{20}/.test(match),
	),
	shape("github token", "gh", /\bgh[pousr]_[A-Za-z0-9]{36,255}/g),
	shape("github token", "github_pat_", /\bgithub_pat_[A-Za-z0-9_]{50,255}/g),
	shape("gitlab token", "glpat-", /\bglpat-[A-Za-z0-9_-]{20,64}/g),
	shape("aws access key", "A", /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{16}\b/g),
	shape(
		"aws secret key",
		"ret",
		/((?:aws_secret_access_key|AWS_SECRET_ACCESS_KEY|SecretAccessKey)["']?\s{0,4}[:=]\s{0,4}["']?)[A-Za-z0-9/+=]{40}\b/g,
		true,
	),
	shape("google key", "AIza", /\bAIza[A-Za-z0-9_-]{35}/g),
	shape("slack token", "xox", /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/g),
	shape("slack token", "xapp-", /\bxapp-\d-[A-Za-z0-9-]{10,250}/g),
	shape("slack webhook", "hooks.slack.com", /hooks\.slack\.com\/services\/[A-Za-z0-9/_-]{20,100}/g),
	shape("stripe key", "_live_", /\b[sr]k_live_[A-Za-z0-9]{16,250}/g),
	shape("npm token", "npm_", /\bnpm_[A-Za-z0-9]{36}\b/g),
	shape("hugging face token", "hf_", /\bhf_[A-Za-z0-9]{30,100}\b/g),
	shape("groq key", "gsk_", /\bgsk_[A-Za-z0-9]{40,100}\b/g),
	shape("xai key", "xai-", /\bxai-[A-Za-z0-9]{40,200}\b/g),
	shape("telegram token", ":AA", /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g),
	shape(
		"json web token",
		"eyJ",
		/\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{16,1000}/g,
	),
	shape("bearer token", "", /\b(bearer\s{1,4})(?!\[redacted)[A-Za-z0-9._~+/-]{20,2000}={0,2}/gi, true),
	shape(
		"basic credentials",
		"",
		/\b(authorization["']?\s{0,4}[:=]\s{0,4}["']?basic\s{1,4})[A-Za-z0-9+/]{12,500}={0,2}/gi,
		true,
	),
	shape(
		"password in an address",
		"://",
		/\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"]{1,100}:)(?!\[redacted)[^\s@/'"]{3,200}(?=@)/gi,
		true,
	),
];

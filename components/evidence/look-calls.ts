import type { RecordView } from "@/server/domain/views.ts";

/** One call at the tester's browser, as its record tells it. */
export interface LookCall {
	record: RecordView;
	/** milliseconds since 1970; null: the record doesn't say */
	at: number | null;
	verb: string;
	argument: string;
	/** path of the page after the call; another address as it is */
	page: string;
	viewport: string;
	consoleErrors: number;
}

/** The calls of an examination in their order. */
export function lookCalls(records: readonly RecordView[]): LookCall[] {
	return records
		.filter((record) => record.origin === "mediated")
		.map((record) => {
			const {
				verb = record.title,
				argument = "",
				url = "",
				viewport = "",
				at = "",
				consoleErrors = "0",
			} = record.environment;
			const time = Date.parse(at);
			return {
				record,
				at: Number.isNaN(time) ? null : time,
				verb,
				argument,
				page: pagePath(url),
				viewport,
				consoleErrors: Number(consoleErrors) || 0,
			};
		});
}

function pagePath(url: string): string {
	if (!/^https?:/.test(url) || !URL.canParse(url)) return url;
	const { pathname, search, hash } = new URL(url);
	return `${pathname}${search}${hash}`;
}

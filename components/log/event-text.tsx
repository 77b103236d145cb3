import { formatShort } from "@/components/format/number";
import { totalTokens } from "@/components/format/usage";
import { cn } from "@/components/ui/class-names";
import type { HarnessEvent } from "@/server/domain/harness.ts";
import { firstLine, plainText } from "@/server/domain/plain-text.ts";
import { MarkedText } from "./marked-text";

type SimpleEvent = Exclude<HarnessEvent, { type: "tool_started" } | { type: "tool_ended" }>;

/** Name in the second column and its ink. */
export function eventLook(event: HarnessEvent): { name: string; className: string } {
	switch (event.type) {
		case "error":
			return { name: "error", className: "text-fail" };
		case "permission_refused":
			return { name: "refused", className: "text-blocked" };
		case "retry":
			return { name: "retry", className: "text-blocked" };
		case "file_changed":
			return { name: "file", className: "" };
		case "tool_started":
		case "tool_ended":
			return { name: "tool", className: "" };
		default:
			return { name: event.type, className: "" };
	}
}

/** The words of an event; agent text is drawn as plain text only. */
export function eventWords(event: HarnessEvent): string {
	switch (event.type) {
		case "session":
			return `session ${event.sessionId}${event.model ? ` · ${event.model}` : ""}`;
		case "message":
		case "reasoning":
		case "note":
			return event.text;
		case "retry":
			return event.message;
		case "error":
			return event.fatal ? `${event.message} (fatal)` : event.message;
		case "permission_refused":
			return `${event.name}: ${event.message}`;
		case "unparsed":
			return event.line;
		case "file_changed":
			return `${{ add: "+", update: "~", delete: "−" }[event.change]} ${event.path}`;
		case "usage":
			return usageWords(event);
		case "tool_started":
		case "tool_ended":
			return `${event.name} ${event.input}`;
	}
}

function usageWords({ usage }: Extract<HarnessEvent, { type: "usage" }>): string {
	const total = formatShort(totalTokens(usage));
	return `${total} tokens: ${formatShort(usage.input)} in, ${formatShort(usage.cacheRead)} from cache, ${formatShort(
		usage.cacheWrite,
	)} to cache, ${formatShort(usage.output)} out${usage.origin === "simulated" ? " (simulated)" : ""}`;
}

export function EventText({ event, folded }: { event: HarnessEvent; folded: boolean }) {
	const words = eventWords(event as SimpleEvent);
	const mono = event.type === "unparsed" || event.type === "file_changed" || event.type === "session";
	const quiet = event.type === "reasoning" || event.type === "usage" || event.type === "session";
	const look = cn(mono && "num text-xs", quiet && "text-ink-3", event.type === "error" && "text-fail");
	if (!folded)
		return (
			<span className={cn("min-w-0 whitespace-pre-wrap wrap-anywhere", look)}>
				<MarkedText text={plainText(words)} />
			</span>
		);
	const { line, more } = firstLine(words);
	return (
		<>
			<span className={cn("truncate", look)}>
				<MarkedText text={line} />
			</span>
			{more > 0 ? <span className="num shrink-0 text-xs text-ink-3">+{more}</span> : null}
		</>
	);
}

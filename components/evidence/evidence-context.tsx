"use client";
import { createContext, type ReactNode, useContext } from "react";

/** What stands open beside the page. `examination` is null where the thing belongs to none (a changed file). */
export type Shown =
	| { kind: "record" | "check" | "probe" | "claim" | "finding"; id: string; examination: string }
	| { kind: "file"; id: string; examination: null };

interface EvidenceState {
	shown: Shown | null;
	open: (shown: Shown | null) => void;
}

const Context = createContext<EvidenceState>({ shown: null, open: () => {} });

export function EvidenceProvider({ value, children }: { value: EvidenceState; children: ReactNode }) {
	return <Context value={value}>{children}</Context>;
}

export function useEvidence(): EvidenceState {
	return useContext(Context);
}

/** `record:probe:board` ⇄ Shown; the URL's form. */
export function shownFrom(text: string | null, examination: string | null): Shown | null {
	const match = /^(record|check|probe|claim|finding|file):(.+)$/s.exec(text ?? "");
	if (!match) return null;
	const kind = match[1] as Shown["kind"];
	const id = match[2] as string;
	if (kind === "file") return { kind, id, examination: null };
	return examination === null ? null : { kind, id, examination };
}

export function shownText(shown: Shown | null): string | null {
	return shown ? `${shown.kind}:${shown.id}` : null;
}

import { tabKept } from "@/components/live/site-storage";
import type { FormState } from "./form-state";

const version = 1;

function keyOf(copied: string | null): string {
	return `fuseline.new-run.${copied ?? "blank"}`;
}

/** What this tab's form held before a reload; null when there is nothing, or it is of another version. */
export function readSavedForm(copied: string | null): FormState | null {
	try {
		const saved: unknown = JSON.parse(tabKept.get(keyOf(copied)) ?? "null");
		const fits =
			typeof saved === "object" && saved !== null && "version" in saved && saved.version === version;
		return fits ? (saved as unknown as { form: FormState }).form : null;
	} catch {
		return null;
	}
}

export function saveForm(copied: string | null, form: FormState): void {
	try {
		tabKept.set(keyOf(copied), JSON.stringify({ version, form }));
	} catch {
		// storage is full or closed: the form works, it only won't survive a reload
	}
}

export function forgetForm(copied: string | null): void {
	tabKept.remove(keyOf(copied));
}

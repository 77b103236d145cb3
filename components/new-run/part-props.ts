import type { NewRunView } from "@/server/domain/views.ts";
import type { FormState } from "./form-state";
import type { CheckedForm } from "./use-checked-form";

/** What every part of the form gets. */
export interface PartProps {
	form: FormState;
	change: (part: Partial<FormState>) => void;
	start: NewRunView;
	checked: CheckedForm;
}

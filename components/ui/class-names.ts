import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({
	extend: { classGroups: { "font-size": [{ text: ["xs", "sm", "base", "lg"] }] } },
});

/** Joins class names; a later Tailwind class wins over an earlier one of its kind. */
export function cn(...classes: ClassValue[]): string {
	return merge(clsx(classes));
}

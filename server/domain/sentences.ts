/** `1 constraint`, `3 constraints`; give the plural where it isn't the singular with an s. */
export function plural(count: number, singular: string, many = `${singular}s`): string {
	return `${count} ${count === 1 ? singular : many}`;
}

/** `a, b, c`; long lists end with how many are left out, so a reason stays a sentence. */
export function listed(items: readonly string[], limit = 12): string {
	if (items.length <= limit) return items.join(", ");
	return `${items.slice(0, limit).join(", ")} and ${items.length - limit} more`;
}

import { externalValue } from "../live/external-value";

export const paletteOpen = externalValue(false);

export function openPalette(): void {
	paletteOpen.set(true);
}

"use client";
import { useSyncExternalStore } from "react";
import { externalValue } from "../live/external-value";

export type Theme = "light" | "dark" | "system";
export type Density = "compact" | "comfortable";

const changes = externalValue(0);

function stored(name: string, fallback: string): string {
	try {
		return localStorage.getItem(`fuseline.${name}`) ?? fallback;
	} catch {
		return fallback;
	}
}

function store(name: string, value: string): void {
	try {
		localStorage.setItem(`fuseline.${name}`, value);
	} catch {
		// storage is closed to us: the choice holds until the page is left
	}
	changes.set(changes.get() + 1);
}

function usePreference(name: string, fallback: string): string {
	return useSyncExternalStore(
		changes.subscribe,
		() => stored(name, fallback),
		() => fallback,
	);
}

export function useTheme(): Theme {
	return usePreference("theme", "system") as Theme;
}

export function useDensity(): Density {
	return usePreference("density", "compact") as Density;
}

/** Same rule as `public/theme.js`, which sets the theme before the first paint. */
export function setTheme(theme: Theme): void {
	const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
	document.documentElement.dataset.theme = dark ? "dark" : "light";
	store("theme", theme);
}

export function setDensity(density: Density): void {
	document.documentElement.dataset.density = density;
	store("density", density);
}

export function toggleRail(): void {
	const next = document.documentElement.dataset.rail === "narrow" ? "wide" : "narrow";
	document.documentElement.dataset.rail = next;
	store("rail", next);
}

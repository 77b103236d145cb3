"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useKeys } from "../keys/use-keys";
import { IconButton } from "../ui/icon-button";
import { setTheme, type Theme, toggleRail, useTheme } from "./preferences";

const choices = [
	{ theme: "light", label: "Light", icon: Sun },
	{ theme: "dark", label: "Dark", icon: Moon },
	{ theme: "system", label: "As the system", icon: Monitor },
] as const;

export function ThemeSwitch() {
	const theme = useTheme();
	useKeys("Everywhere", [
		{ key: "[", label: "Fold the rail", run: toggleRail },
		{
			key: "D",
			label: "Switch light and dark",
			run: () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
		},
	]);
	return (
		<fieldset className="mt-1 flex [[data-rail=narrow]_&]:flex-col" aria-label="Theme">
			{choices.map(({ theme: choice, label, icon: Icon }) => (
				<IconButton
					key={choice}
					label={label}
					aria-pressed={theme === choice}
					className={theme === choice ? "text-ink" : "text-ink-3"}
					onClick={() => setTheme(choice satisfies Theme)}
				>
					<Icon aria-hidden />
				</IconButton>
			))}
		</fieldset>
	);
}

"use client";
import { setDensity, setTheme, useDensity, useTheme } from "@/components/layout/preferences";
import { Segmented } from "@/components/ui/segmented";

/** Theme and density; kept in this browser. */
export function LookSettings() {
	const theme = useTheme();
	const density = useDensity();
	return (
		<div className="grid grid-cols-[96px_1fr] items-center gap-x-4 gap-y-3">
			<span className="text-ink-2">Theme</span>
			<Segmented
				label="Theme"
				value={theme}
				onChange={setTheme}
				className="justify-self-start"
				options={[
					{ value: "light", label: "light" },
					{ value: "dark", label: "dark" },
					{ value: "system", label: "as the system" },
				]}
			/>
			<span className="text-ink-2">Rows</span>
			<Segmented
				label="Height of rows"
				value={density}
				onChange={setDensity}
				className="justify-self-start"
				options={[
					{ value: "compact", label: "compact, 32 px" },
					{ value: "comfortable", label: "comfortable, 40 px" },
				]}
			/>
		</div>
	);
}

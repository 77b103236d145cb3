"use client";
import { useState } from "react";
import { Input } from "../../ui/input";
import { listFrom } from "./lists";

/** A list in one line, parted by commas; commas may be typed at leisure. */
export function ListInput({
	id,
	label,
	value,
	placeholder,
	onChange,
}: {
	id?: string;
	label?: string;
	value: string[];
	placeholder?: string;
	onChange: (value: string[]) => void;
}) {
	const [typed, setTyped] = useState<string | null>(null);
	return (
		<Input
			id={id}
			mono
			aria-label={label}
			value={typed ?? value.join(", ")}
			placeholder={placeholder}
			spellCheck={false}
			onChange={(event) => {
				setTyped(event.target.value);
				onChange(listFrom(event.target.value));
			}}
			onBlur={() => setTyped(null)}
		/>
	);
}

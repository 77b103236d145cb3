"use client";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { Dialog, DialogClose } from "./dialog";

/** A button that asks before it acts; for what can't be taken back. */
export function ConfirmButton({
	title,
	description,
	confirm,
	onConfirm,
	children,
	...button
}: Omit<ButtonProps, "title" | "onClick"> & {
	title: string;
	description: ReactNode;
	/** word on the button that acts, e.g. "Stop the run" */
	confirm: string;
	onConfirm: () => void;
}) {
	return (
		<Dialog
			title={title}
			description={description}
			trigger={<Button {...button}>{children}</Button>}
			footer={
				<>
					<DialogClose asChild>
						<Button size="md">Keep going</Button>
					</DialogClose>
					<DialogClose asChild>
						<Button size="md" variant="danger" onClick={onConfirm}>
							{confirm}
						</Button>
					</DialogClose>
				</>
			}
		/>
	);
}

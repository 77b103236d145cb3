import { Chip } from "../ui/chip";
import type { Mark } from "./marks";
import { Shape } from "./shape";

/** Draws any mark of `marks.ts`. `plain` inside tables and sentences, `filled` for a proof, `outline` for a claim. */
export function MarkChip({
	mark,
	look = "plain",
	title,
	className,
}: {
	mark: Mark;
	look?: "plain" | "filled" | "outline";
	title?: string;
	className?: string;
}) {
	return (
		<Chip tone={mark.tone} look={look} title={title} className={className} mark={<Shape name={mark.shape} />}>
			{mark.word}
		</Chip>
	);
}

import { cn } from "../ui/class-names";

export type ShapeName = "disc" | "cross" | "triangle" | "ring" | "return" | "square" | "dash" | "half";

const paths: Record<ShapeName, React.ReactNode> = {
	disc: <circle cx="5" cy="5" r="4" fill="currentColor" />,
	ring: <circle cx="5" cy="5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.4" />,
	cross: <path d="M1.6 1.6 8.4 8.4M8.4 1.6 1.6 8.4" stroke="currentColor" strokeWidth="2" fill="none" />,
	triangle: <path d="M5 .8 9.6 9H.4Z" fill="currentColor" />,
	return: (
		<path
			d="M2.2 3.6A3.6 3.6 0 1 1 1.5 6M2.4.8v3h3"
			stroke="currentColor"
			strokeWidth="1.5"
			fill="none"
			strokeLinecap="square"
		/>
	),
	square: <path d="M1 1h8v8H1Z" fill="currentColor" />,
	dash: <path d="M1.5 5h7" stroke="currentColor" strokeWidth="1.5" />,
	half: (
		<>
			<circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.2" />
			<path d="M5 1.4a3.6 3.6 0 0 1 0 7.2Z" fill="currentColor" />
		</>
	),
};

/** The shape half of a mark; the word beside it says the same. */
export function Shape({ name, className }: { name: ShapeName; className?: string }) {
	return (
		<svg viewBox="0 0 10 10" className={cn("size-2.5 shrink-0", className)} aria-hidden="true">
			{paths[name]}
		</svg>
	);
}

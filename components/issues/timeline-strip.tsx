import { loopName } from "@/components/format/run-names";
import type { LoopMark, MarkKind } from "./timeline";

const words: Record<MarkKind, string> = {
	opened: "opened",
	seen: "seen again",
	fix_claimed: "fix claimed",
	blocked: "blocked",
	closed: "closed",
	regressed: "came back",
	policy_invalidated: "invalidated",
};

const cell = 14;

/**
 * An issue's life, loop by loop: a line while it lives; ● opened, a half disc where a fix is claimed, a ring where it
 * closed, ↺ where it came back. Drawn as one picture, so that hundreds of issues stay light.
 */
export function TimelineStrip({ marks }: { marks: LoopMark[] }) {
	const width = marks.length * cell;
	const shown = Math.min(360, Math.max(64, width));
	const title = marks
		.filter((mark) => mark.kinds.length > 0)
		.map((mark) => `loop ${loopName(mark.loop)}: ${mark.kinds.map((kind) => words[kind]).join(", ")}`)
		.join("\n");
	return (
		<svg
			role="img"
			width={shown}
			height={16}
			viewBox={`0 0 ${Math.max(width, 1)} 16`}
			preserveAspectRatio={width > shown ? "none" : "xMaxYMid meet"}
			className="shrink-0"
		>
			<title>{title}</title>
			{marks.map((mark, index) => {
				const x = index * cell + cell / 2;
				const next = marks[index + 1];
				return (
					<g key={mark.loop}>
						{mark.alive && next ? (
							<path d={`M${x} 8H${x + cell}`} className="stroke-fail" strokeWidth="1.5" fill="none" />
						) : null}
						{mark.alive === false && next?.alive === false ? (
							<path d={`M${x} 8H${x + cell}`} className="stroke-rule-strong" strokeWidth="1" fill="none" />
						) : null}
						{mark.kind ? <Mark kind={mark.kind} x={x} /> : null}
					</g>
				);
			})}
		</svg>
	);
}

/** One mark at 8 px of height; each kind has a shape of its own. */
export function Mark({ kind, x }: { kind: MarkKind; x: number }) {
	const y = 8;
	switch (kind) {
		case "opened":
			return <circle cx={x} cy={y} r="4" className="fill-fail" />;
		case "seen":
			return <circle cx={x} cy={y} r="1.8" className="fill-fail" />;
		case "fix_claimed":
			return (
				<>
					<circle cx={x} cy={y} r="3.6" className="fill-paper stroke-ink-2" strokeWidth="1.2" />
					<path d={`M${x} ${y - 3.6}a3.6 3.6 0 0 1 0 7.2Z`} className="fill-ink-2" />
				</>
			);
		case "blocked":
			return <path d={`M${x} ${y - 4.5}l4.6 8.5h-9.2Z`} className="fill-blocked" />;
		case "closed":
			return <circle cx={x} cy={y} r="3.4" className="fill-paper stroke-pass" strokeWidth="1.8" />;
		case "regressed":
			return (
				<>
					<circle cx={x} cy={y} r="6" className="fill-paper" />
					<path
						d={`M${x - 2.8} ${y - 1.6}A3.8 3.8 0 1 1 ${x - 3.6} ${y + 1}M${x - 2.8} ${y - 4.6}v3.2h3.2`}
						className="stroke-reopened"
						strokeWidth="1.6"
						fill="none"
					/>
				</>
			);
		case "policy_invalidated":
			return <path d={`M${x - 4} ${y}h8`} className="stroke-ink-3" strokeWidth="1.6" />;
	}
}

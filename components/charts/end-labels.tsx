import { type EndLabel, margin, placeEndLabels } from "./geometry";

/** Names at the ends of the series, so that there is no legend to decode. */
export function EndLabels({ labels, yMax }: { labels: EndLabel[]; yMax: number }) {
	return (
		<ul
			className="pointer-events-none absolute top-0 right-0 h-full"
			style={{ width: margin.right - 8 }}
			aria-hidden
		>
			{placeEndLabels(labels, yMax).map((label) => (
				<li
					key={label.key}
					className={`absolute left-0 flex -translate-y-1/2 items-center gap-1.5 text-xs whitespace-nowrap ${label.className}`}
					style={{ top: margin.top + label.top }}
				>
					{label.swatch ? <span className={`size-2 ${label.swatch}`} /> : null}
					{label.text}
				</li>
			))}
		</ul>
	);
}

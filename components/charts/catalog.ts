import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import type { RunView } from "@/server/domain/run-view.ts";
import { ChartPlaceholder } from "./chart-placeholder";

export interface ChartProps {
	view: RunView;
	/** the numbers behind the picture, instead of the picture */
	asTable: boolean;
}

export interface ChartEntry {
	title: string;
	/** the question that it answers, for those who read and don't see it */
	answers: string;
	Chart: ComponentType<ChartProps>;
}

/** All charts of a run. A new one is a folder and a line here; README.md says how. Loaded when first drawn. */
export const charts = {
	"issue-trajectory": {
		title: "Issues",
		answers: "Does the run close more than it opens, and what came back?",
		Chart: dynamic(() => import("./issue-trajectory/issue-trajectory-chart"), {
			ssr: false,
			loading: ChartPlaceholder,
		}),
	},
	"token-usage": {
		title: "Tokens",
		answers: "Which role uses how much, loop by loop?",
		Chart: dynamic(() => import("./token-usage/token-usage-chart"), {
			ssr: false,
			loading: ChartPlaceholder,
		}),
	},
} satisfies Record<string, ChartEntry>;

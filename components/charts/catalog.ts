import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import type { RunView } from "@/server/domain/run-view.ts";
import { ChartPlaceholder } from "./chart-placeholder";
import IssuesAmongChart from "./issues-among/issues-among-chart";
import TokensAmongChart from "./tokens-among/tokens-among-chart";

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

/** A chart of one run among several, on the axes that the whole set shares. */
export interface CompareChartProps {
	views: RunView[];
	/** which of `views` is drawn */
	index: number;
}

/** Charts of the Compare page: one small picture per run and question. Small enough to come with the page. */
export const compareCharts = {
	"issues-among": {
		title: "Issues",
		answers: "Which run closes more than it opens?",
		Chart: IssuesAmongChart,
	},
	"tokens-among": {
		title: "Tokens, summed",
		answers: "Which run uses more, and when?",
		Chart: TokensAmongChart,
	},
} satisfies Record<string, { title: string; answers: string; Chart: ComponentType<CompareChartProps> }>;

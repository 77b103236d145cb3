"use client";
import { useQuery } from "@tanstack/react-query";
import type { RunView } from "@/server/domain/run-view.ts";
import type { ScreensView } from "@/server/domain/views.ts";
import { useApi } from "../../live/api";
import { useFollowRun } from "../../live/use-follow-run";

export interface RunScreen {
	probeId: string;
	title: string;
	screenshot: { url: string | null; width: number; height: number };
	/** differs from the same probe's picture before it; null when there is none before */
	changed: boolean | null;
}

/** Pictures by candidate. */
export type RunScreens = ReadonlyMap<string, RunScreen[]>;

const none: RunScreens = new Map();

export function useRunScreens(view: RunView): RunScreens {
	const api = useApi();
	const pictures = view.rows.some((row) => row.screens.some((screen) => screen.sha256 !== null));
	const grid = useQuery(
		api.screens.grid.queryOptions({ runId: view.runId }, { enabled: pictures, select: byCandidate }),
	);
	useFollowRun(view.runId, () => pictures && grid.refetch());
	return grid.data ?? none;
}

function byCandidate(grid: ScreensView): RunScreens {
	const screens = new Map<string, RunScreen[]>();
	for (const { probeId, title, cells } of grid.rows) {
		for (const cell of cells) {
			if (!cell?.screenshot) continue;
			const { screenshot, unchanged } = cell;
			const screen = { probeId, title, screenshot, changed: unchanged === null ? null : !unchanged };
			screens.set(cell.candidateId, [...(screens.get(cell.candidateId) ?? []), screen]);
		}
	}
	return screens;
}

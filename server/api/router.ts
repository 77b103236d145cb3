import { router } from "./init.ts";
import { candidatesRouter } from "./routers/candidates.ts";
import { compareRouter } from "./routers/compare.ts";
import { doctorRouter } from "./routers/doctor.ts";
import { feedRouter } from "./routers/feed.ts";
import { foldersRouter } from "./routers/folders.ts";
import { invocationsRouter } from "./routers/invocations.ts";
import { issuesRouter } from "./routers/issues.ts";
import { logRouter } from "./routers/log.ts";
import { loopsRouter } from "./routers/loops.ts";
import { newRunRouter } from "./routers/new-run.ts";
import { pricesRouter } from "./routers/prices.ts";
import { processesRouter } from "./routers/processes.ts";
import { projectsRouter } from "./routers/projects.ts";
import { reviewsRouter } from "./routers/reviews.ts";
import { runsRouter } from "./routers/runs.ts";
import { screensRouter } from "./routers/screens.ts";
import { upkeepRouter } from "./routers/upkeep.ts";

/** Every door into the product's data: pages and CLI know nothing else, and only as a type. */
export const appRouter = router({
	runs: runsRouter,
	feed: feedRouter,
	newRun: newRunRouter,
	folders: foldersRouter,
	projects: projectsRouter,
	processes: processesRouter,
	loops: loopsRouter,
	invocations: invocationsRouter,
	screens: screensRouter,
	reviews: reviewsRouter,
	issues: issuesRouter,
	log: logRouter,
	candidates: candidatesRouter,
	compare: compareRouter,
	doctor: doctorRouter,
	prices: pricesRouter,
	upkeep: upkeepRouter,
});

export type AppRouter = typeof appRouter;

"use client";
import Link from "next/link";
import { plural } from "../format/number";
import { Button } from "../ui/button";
import { clearCompare, compareHref, useCompareSet } from "./compare-set";

/** Shown while runs are picked for Compare. */
export function CompareBar() {
	const runs = useCompareSet();
	if (runs.length === 0) return null;
	return (
		<div className="sticky bottom-4 mt-6 flex w-fit items-center gap-3 rounded-md border border-rule-strong bg-raised py-1.5 pr-1.5 pl-3 shadow-float">
			<span>{plural(runs.length, "run")} picked for Compare</span>
			<Button asChild>
				<Link href={compareHref(runs)}>Compare</Link>
			</Button>
			<Button variant="quiet" onClick={clearCompare}>
				Clear
			</Button>
		</div>
	);
}

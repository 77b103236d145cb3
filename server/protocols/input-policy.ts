/**
 * What planner and developer may see of earlier loops. `false` means that the runner leaves it out of their inputs
 * altogether, so that an ablation can't leak through another field. A tester always gets ledger ids and preservation
 * set: it needs them to judge, and it feeds nothing back by itself.
 */
export interface InputPolicy {
	/** the last examination: verdict, claims, findings, checks, probes */
	evidence: boolean;
	/** issues known so far */
	ledger: boolean;
	/** claims verified so far */
	preservation: boolean;
}

export const seesEverything: InputPolicy = { evidence: true, ledger: true, preservation: true };
export const seesNothing: InputPolicy = { evidence: false, ledger: false, preservation: false };

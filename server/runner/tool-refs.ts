/**
 * Names of the tool calls of a step's calls, by which a tester cites them. It counts them in its session ("your first
 * tool call in this session"), so numbers go on where a call goes on with the session: `tool:1`, `tool:2`… A session that
 * was given up stays known under names of its own (`session-1:tool:1`): what the last session calls `tool:1` is its own.
 */
export function toolRefs(calls: readonly { resumed: boolean; tools: number }[]): string[][] {
	const lastStart = calls.findLastIndex((call) => !call.resumed);
	let session = 0;
	let number = 0;
	return calls.map((call, place) => {
		if (!call.resumed || place === 0) {
			session += 1;
			number = 0;
		}
		const prefix = place < lastStart ? `session-${session}:` : "";
		return Array.from({ length: call.tools }, () => {
			number += 1;
			return `${prefix}tool:${number}`;
		});
	});
}

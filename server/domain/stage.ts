/** The six steps of a loop as the stage line shows them (design §4). */
export const stages = ["plan", "preserve", "develop", "self-test", "freeze", "assess"] as const;
export type Stage = (typeof stages)[number];

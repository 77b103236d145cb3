import { monotonicFactory } from "ulid";

/** A new row key; later keys of one process sort after earlier ones even within a millisecond. */
export const newId: () => string = monotonicFactory();

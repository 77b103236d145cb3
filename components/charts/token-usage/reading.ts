import { parseAsStringLiteral } from "nuqs";

/** How the URL's `tokens` says to read the chart. */
export const tokenReading = parseAsStringLiteral(["per loop", "cumulative"]).withDefault("per loop");

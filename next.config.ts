import type { NextConfig } from "next";

/** Pages only: they hold no data, and the door (server/http) checks every request before it comes here. */
const config: NextConfig = {
	reactStrictMode: true,
	poweredByHeader: false,
	devIndicators: false,
	// the door compresses nothing either: all of it stays on this machine
	compress: false,
	allowedDevOrigins: ["127.0.0.1", "localhost"],
	turbopack: { root: import.meta.dirname },
	// `npm run typecheck` checks everything, tests included; a build doesn't do it again
	typescript: { ignoreBuildErrors: true },
};
export default config;

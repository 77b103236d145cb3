import type { NextConfig } from "next";

/** The daemon is the one door (guard, headers, API): Next only renders pages behind it and needs no rewrites. */
const config: NextConfig = {
	reactStrictMode: true,
	poweredByHeader: false,
	devIndicators: false,
	compress: false,
	allowedDevOrigins: ["127.0.0.1", "localhost"],
	turbopack: { root: import.meta.dirname },
	images: { unoptimized: true },
};

export default config;

#!/usr/bin/env node
// `npx fuseline …`: the command line, set up first if anything is missing.
process.argv.splice(2, 0, "cli");
await import("./setup.mjs");

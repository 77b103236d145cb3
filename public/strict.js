// Schemas would try out whether code may be made at run time. It may not: the attempt alone breaks the page's policy.
globalThis.__zod_globalConfig = { jitless: true };

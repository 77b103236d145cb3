import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const root = join(import.meta.dirname, "public");
const types = {
	".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
};

const server = createServer(async (request, response) => {
	const { pathname } = new URL(request.url ?? "/", "http://localhost");
	const path = normalize(decodeURIComponent(pathname === "/" ? "/index.html" : pathname));
	try {
		if (!path.startsWith("/")) throw new Error("outside");
		const body = await readFile(join(root, path));
		response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(body);
	} catch {
		response.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
	}
});

const port = Number(process.env.PORT ?? 8080);
server.listen(port, "127.0.0.1", () => console.log(`Tally is at http://127.0.0.1:${port}`));

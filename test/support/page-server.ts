import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface PageServer {
	/** `http://127.0.0.1:PORT` */
	url: string;
	/** paths asked for so far */
	seen: string[];
	close(): void;
}

/** A web server for one test: a page is its HTML, or a listener of its own; everything else is 404. */
export async function servePages(pages: Record<string, string | RequestListener>): Promise<PageServer> {
	const seen: string[] = [];
	const server = createServer((request, response) => {
		const path = request.url ?? "/";
		seen.push(path);
		const page = pages[path];
		if (typeof page === "function") return page(request, response);
		response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
		response.end(page ?? "not here");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		seen,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

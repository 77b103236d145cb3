import type { ContentRef } from "../domain/views.ts";
import { isKnownDamaged } from "../store/damage-rows.ts";
import { buriedAt } from "../store/removals.ts";
import type { Sources } from "./sources.ts";

/** Pictures that no browser runs code from. SVG is not one of them. */
const pictures = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);
/** Served as text whatever is inside, by the door's own header. */
const plain = new Set(["text/plain", "application/json", "text/markdown"]);

/** Addresses of a content; null where nothing is named. Bytes that are gone keep their name and get no address. */
export function contentRef(
	sources: Sources,
	projectId: string,
	sha256: string | null,
	mime: string,
): ContentRef | null {
	if (sha256 === null) return null;
	const size = sources.contents(projectId).size(sha256);
	const gone = { sha256, mime, size: size ?? 0, url: null, artifactUrl: null };
	if (size === null) {
		const removedAt = buriedAt(sources.store, projectId, sha256);
		return { ...gone, state: removedAt === null ? "missing" : "removed", removedAt };
	}
	if (isKnownDamaged(sources.store, projectId, sha256)) return { ...gone, state: "damaged", removedAt: null };
	return {
		sha256,
		mime,
		size,
		...addresses(sources, projectId, sha256, mime),
		state: "kept",
		removedAt: null,
	};
}

/** Address on the UI's own origin for what is harmless there, on the second site for all else. */
export function addresses(
	sources: Sources,
	projectId: string,
	sha256: string,
	mime: string,
): Pick<ContentRef, "url" | "artifactUrl"> {
	const { signPath, artifactOrigin } = sources.signer;
	const path = signPath(`/contents/${projectId}/${sha256}?type=${encodeURIComponent(mime)}`);
	if (pictures.has(mime) || plain.has(mime)) return { url: path, artifactUrl: null };
	return { url: null, artifactUrl: artifactOrigin === null ? null : `${artifactOrigin}${path}` };
}

/** A picture with its size in pixels; null without one. */
export function pictureRef(
	sources: Sources,
	projectId: string,
	picture: { sha256: string | null; width: number | null; height: number | null },
): (ContentRef & { width: number; height: number }) | null {
	const content = contentRef(sources, projectId, picture.sha256, "image/png");
	if (content === null) return null;
	return { ...content, width: picture.width ?? 0, height: picture.height ?? 0 };
}

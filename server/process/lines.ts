/** Longest line that is handed on; what is beyond is dropped from the line (never from the file) and the line flagged. */
export const maximumLineBytes = 8 * 1024 * 1024;

export type LineListener = (line: string, byteOffset: number, truncated: boolean) => void;

/**
 * Cuts a stream of raw bytes at `\n`. Works on bytes, so that a code point split between two chunks survives; text is
 * decoded per line, broken UTF-8 becomes U+FFFD for the reader only. A trailing `\r` is not part of the line.
 * `byteOffset` is where the line begins in the stream.
 */
export class LineCutter {
	readonly #listener: LineListener;
	readonly #limit: number;
	#parts: Buffer[] = [];
	#held = 0;
	#dropped = 0;
	#lineStart = 0;
	#position = 0;

	constructor(listener: LineListener, limit = maximumLineBytes) {
		this.#listener = listener;
		this.#limit = limit;
	}

	/** `chunk` may be reused by the caller afterwards: what is kept is copied. */
	push(chunk: Buffer): void {
		let from = 0;
		for (;;) {
			const newline = chunk.indexOf(10, from);
			if (newline === -1) break;
			const piece = chunk.subarray(from, newline);
			if (this.#held === 0 && this.#dropped === 0 && piece.length <= this.#limit) {
				this.#position += piece.length + 1;
				this.#emit(piece, false);
			} else {
				this.#hold(piece);
				this.#position += piece.length + 1;
				this.#flush();
			}
			from = newline + 1;
			this.#lineStart = this.#position;
		}
		if (from < chunk.length) {
			const rest = chunk.subarray(from);
			this.#hold(rest);
			this.#position += rest.length;
		}
	}

	/** Hands out an unfinished last line, if there is one. */
	end(): void {
		if (this.#held > 0 || this.#dropped > 0) this.#flush();
		this.#lineStart = this.#position;
	}

	#hold(piece: Buffer): void {
		const room = this.#limit - this.#held;
		const kept = piece.length > room ? piece.subarray(0, room) : piece;
		if (kept.length > 0) this.#parts.push(Buffer.from(kept));
		this.#held += kept.length;
		this.#dropped += piece.length - kept.length;
	}

	#flush(): void {
		const line =
			this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts, this.#held);
		const truncated = this.#dropped > 0;
		this.#parts = [];
		this.#held = 0;
		this.#dropped = 0;
		this.#emit(line, truncated);
	}

	#emit(line: Buffer, truncated: boolean): void {
		const end = !truncated && line.at(-1) === 13 ? line.length - 1 : line.length;
		this.#listener(line.toString("utf8", 0, end), this.#lineStart, truncated);
	}
}

"use client";
import { type FormEvent, useState } from "react";
import { Button } from "../ui/button";
import { Input } from "../ui/input";

/** This browser has no token, or the daemon refused it: say how to get in, and take a pasted link. */
export function TokenGate() {
	const [link, setLink] = useState("");
	const open = (event: FormEvent) => {
		event.preventDefault();
		const token = link.includes("token=") ? link.slice(link.indexOf("token=") + 6) : link;
		window.location.hash = `token=${token.trim()}`;
	};
	return (
		<main id="main" className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-4 px-6 py-12">
			<h1 className="text-lg">This browser isn't signed in to your Fuseline daemon</h1>
			<p className="text-ink-2">
				Fuseline runs agents on your machine, so it only answers to whoever holds its token. In the folder
				where you installed it, run
			</p>
			<pre className="num border-l-2 border-rule-strong py-1 pl-3 text-sm">npm start</pre>
			<p className="text-ink-2">
				and open the link that it prints. The token stays in this browser; the link is needed once.
			</p>
			<form onSubmit={open} className="flex gap-2">
				<Input
					mono
					aria-label="Printed link or token"
					placeholder="or paste the printed link here"
					value={link}
					onChange={(event) => setLink(event.target.value)}
				/>
				<Button type="submit" size="md" disabled={link.trim() === ""}>
					Open
				</Button>
			</form>
		</main>
	);
}

"use client";
import { useEffect } from "react";
import { dispatchKey } from "../keys/key-registry";

/** The page's one ear for keys. */
export function KeyListener() {
	// The document's keyboard is the external system.
	useEffect(() => {
		document.addEventListener("keydown", dispatchKey);
		return () => document.removeEventListener("keydown", dispatchKey);
	}, []);
	return null;
}

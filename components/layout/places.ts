import { Activity, Columns2, FolderClosed, type LucideIcon, Rows3, Settings2 } from "lucide-react";

export interface Place {
	href: string;
	label: string;
	icon: LucideIcon;
	/** is the reader in this part? */
	holds: (path: string) => boolean;
}

/** The rail's entries. */
export const places: Place[] = [
	{
		href: "/",
		label: "Runs",
		icon: Rows3,
		holds: (path) => path === "/" || path.startsWith("/runs") || path.startsWith("/invocations"),
	},
	{ href: "/projects", label: "Projects", icon: FolderClosed, holds: (path) => path.startsWith("/projects") },
	{ href: "/compare", label: "Compare", icon: Columns2, holds: (path) => path.startsWith("/compare") },
	{
		href: "/processes",
		label: "Processes",
		icon: Activity,
		holds: (path) => path.startsWith("/processes"),
	},
	{ href: "/settings", label: "Settings", icon: Settings2, holds: (path) => path.startsWith("/settings") },
];

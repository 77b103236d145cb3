import { existsSync, lstatSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** In HOME: keys, tokens of other tools, browsers, histories. A harness's own state is bound back by its declaration. */
const homeSecrets = [
	".ssh",
	".aws",
	".azure",
	".gnupg",
	".kube",
	".docker",
	".config/gcloud",
	".config/gh",
	".config/glab-cli",
	".config/hub",
	".config/doctl",
	".config/op",
	".config/sops",
	".config/rclone",
	".config/google-chrome",
	".config/chromium",
	".config/BraveSoftware",
	".mozilla",
	".thunderbird",
	".password-store",
	".local/share/keyrings",
	".terraform.d",
	".vault-token",
	".netrc",
	".pgpass",
	".pypirc",
	".git-credentials",
	".config/git/credentials",
	".Xauthority",
	".ICEauthority",
	".bash_history",
	".zsh_history",
	".python_history",
	".node_repl_history",
	".psql_history",
	".mysql_history",
	"Library/Keychains",
	"Library/Application Support/Google/Chrome",
	"Library/Application Support/Firefox",
	"Library/Cookies",
];

/** Sockets of services that would act for the caller outside of the sandbox (docker, podman, D-Bus, systemd, X, SSH agents). */
const systemMasks = ["/run", "/var/run", "/tmp", "/var/tmp"];

/** Of `/run`, what ordinary programs need: name resolution, and the system itself on NixOS. */
const runBack = [
	"/run/systemd/resolve",
	"/run/resolvconf",
	"/run/NetworkManager/resolv.conf",
	"/run/nscd",
	"/run/current-system",
	"/run/wrappers",
	"/run/opengl-driver",
];

export interface Mask {
	path: string;
	/** a folder is covered by an empty one, anything else by an unreadable file */
	directory: boolean;
}

/** What exists of the secrets in HOME, by real path. */
export function homeMasks(home = homedir()): Mask[] {
	return homeSecrets.flatMap((name) => maskOf(join(home, name)));
}

/** Folders that get a private, empty, writable stand-in. */
export function privateFolders(): string[] {
	return [...new Set(systemMasks.flatMap((path) => maskOf(path).map((mask) => mask.path)))];
}

/** Paths below the private folders that are bound back read-only. */
export function runPathsBack(): string[] {
	return runBack.filter((path) => existsSync(path));
}

/** The mask for a path, resolved through links; none if there is nothing. */
export function maskOf(path: string): Mask[] {
	try {
		const real = realpathSync(path);
		return [{ path: real, directory: lstatSync(real).isDirectory() }];
	} catch {
		return [];
	}
}

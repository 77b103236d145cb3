import { describe, expect, it } from "vitest";
import { controllersIn, figureIn, ownGroupFolder } from "./control-group-texts.ts";

const unified = "24 23 0:21 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";
const hybrid = [
	"30 22 0:27 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755",
	"34 30 0:31 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory",
	"40 30 0:37 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw",
].join("\n");
const part = "50 49 0:21 /docker/abc /sys/fs/cgroup\\040here ro - cgroup2 cgroup rw";
const session = "/user.slice/user-1000.slice/session-2.scope";

describe("the folder of our own group", () => {
	it.each([
		["systemd", `0::${session}\n`, unified, `/sys/fs/cgroup${session}`],
		["the root, beside the first version", "4:memory:/process/1\n0::/\n", hybrid, "/sys/fs/cgroup/unified"],
		["a mount that begins at our group", "0::/docker/abc\n", part, "/sys/fs/cgroup here"],
		["a mount that begins above it", "0::/docker/abc/main\n", part, "/sys/fs/cgroup here/main"],
		["a mount of another group", "0::/docker/abcdef\n", part, null],
		["a group outside of our namespace", "0::/../outside\n", unified, null],
		["a group that was removed", "0::/gone (deleted)\n", unified, null],
		["the first version only", "4:memory:/\n", hybrid, null],
		["no mount", "0::/\n", "30 22 0:27 / /sys rw - sysfs sysfs rw", null],
		["nothing", "", "", null],
	])("of %s", (_name, cgroup, mountinfo, folder) => {
		expect(ownGroupFolder(cgroup, mountinfo)).toBe(folder);
	});
});

it.each([
	["cpuset cpu io memory hugetlb pids rdma misc\n", ["memory", "pids"]],
	["cpu pids\n", ["pids"]],
	["hugetlb\n", []],
	["\n", []],
])("controllers in %j", (text, controllers) => {
	expect(controllersIn(text)).toEqual(controllers);
});

it.each([
	["low 0\nhigh 0\nmax 12\noom 2\noom_kill 1\noom_group_kill 1\n", "oom_kill", 1],
	["low 0\nmax 12\n", "oom_kill", null],
	["usage_usec 103511\nuser_usec 66247\n", "usage_usec", 103511],
	["max many\n", "max", null],
	["", "max", null],
])("a figure of %j: %s", (text, key, figure) => {
	expect(figureIn(text, key)).toBe(figure);
});

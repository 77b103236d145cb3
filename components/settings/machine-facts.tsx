import type { ReactNode } from "react";
import { Facts } from "@/components/evidence/facts";
import { formatBytes } from "@/components/format/number";
import { MarkChip } from "@/components/verdict/mark-chip";
import type { DoctorView } from "@/server/domain/doctor-view.ts";

/** Sandbox, browser, data directory, ports and versions, each with what to do where something is missing. */
export function MachineFacts({ doctor }: { doctor: DoctorView }) {
	const { sandbox, limits, browser, dataDirectory, ports } = doctor;
	return (
		<Facts
			facts={[
				[
					"sandbox",
					<Fact
						key="s"
						good={sandbox.level === "enforced"}
						word={sandbox.level === "enforced" ? "enforced" : "none: no candidate can be accepted"}
						detail={[
							sandbox.tool,
							sandbox.version,
							sandbox.overlay ? "overlays" : "no overlays: plain copies",
						]}
						problems={sandbox.problems}
						mend={sandbox.mend}
					/>,
				],
				[
					"limits",
					<Fact
						key="l"
						good
						word={limits.by === "cgroup" ? "cgroup and watchdog" : "watchdog"}
						detail={[
							limits.by === "cgroup" ? "a call and all that it starts end together" : null,
							limits.enforced.length > 0 ? `held by the kernel: ${limits.enforced.join(", ")}` : null,
						]}
						problems={limits.problem ? [limits.problem] : []}
						mend={null}
					/>,
				],
				[
					"browser",
					<Fact
						key="b"
						good={browser.available}
						word={browser.available ? "found" : "none: probes are unavailable"}
						detail={[browser.version, browser.path]}
						problems={browser.problem ? [browser.problem] : []}
						mend={browser.mend}
					/>,
				],
				[
					"data",
					<Fact
						key="d"
						good={dataDirectory.writable}
						word={dataDirectory.writable ? "writable" : "can't be written"}
						detail={[
							dataDirectory.path,
							dataDirectory.bytes === null ? null : `${formatBytes(dataDirectory.bytes)} used`,
							dataDirectory.freeBytes === null ? null : `${formatBytes(dataDirectory.freeBytes)} free`,
						]}
						problems={[]}
						mend={null}
					/>,
				],
				[
					"ports",
					ports === null ? null : (
						<Mono key="p">
							dashboard {ports.ui} · what agents made {ports.artifacts}
						</Mono>
					),
				],
				[
					"versions",
					<Mono key="v">
						Fuseline {doctor.version} · Node {doctor.node} · {doctor.platform}
					</Mono>,
				],
			]}
		/>
	);
}

function Mono({ children }: { children: ReactNode }) {
	return <span className="num text-xs">{children}</span>;
}

function Fact({
	good,
	word,
	detail,
	problems,
	mend,
}: {
	good: boolean;
	word: string;
	detail: (string | null)[];
	problems: string[];
	mend: string | null;
}) {
	return (
		<div className="pb-1.5">
			<p className="flex flex-wrap items-baseline gap-x-3">
				<MarkChip
					mark={good ? { shape: "disc", tone: "pass", word } : { shape: "triangle", tone: "blocked", word }}
				/>
				<span className="num text-xs text-ink-3 wrap-anywhere">{detail.filter(Boolean).join(" · ")}</span>
			</p>
			{problems.map((problem) => (
				<p key={problem} className="text-xs text-ink-2">
					{problem}
				</p>
			))}
			{mend ? <p className="text-xs text-ink-2">{mend}</p> : null}
		</div>
	);
}

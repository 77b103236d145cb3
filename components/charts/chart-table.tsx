import { Table, Td, Th, Tr } from "../ui/table";
import { chartHeight } from "./geometry";

export interface ChartTableData {
	columns: string[];
	/** one per loop; texts are ready to show, "–" where we don't know */
	rows: { loop: number; cells: string[] }[];
}

/** The table twin of a chart: the same numbers in words and digits. */
export function ChartTable({ data, caption }: { data: ChartTableData; caption: string }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard
		<section className="overflow-auto" style={{ height: chartHeight }} tabIndex={0} aria-label={caption}>
			<Table>
				<thead className="sticky top-0 bg-paper">
					<tr>
						<Th numeric className="pl-0 text-left">
							loop
						</Th>
						{data.columns.map((column) => (
							<Th key={column} numeric>
								{column}
							</Th>
						))}
					</tr>
				</thead>
				<tbody>
					{data.rows.map((row) => (
						<Tr key={row.loop} className="h-7">
							<Td numeric className="text-left">
								{row.loop}
							</Td>
							{row.cells.map((cell, index) => (
								<Td key={data.columns[index]} numeric>
									{cell}
								</Td>
							))}
						</Tr>
					))}
				</tbody>
			</Table>
		</section>
	);
}

import { type Language, translate } from "../../../engine/i18n/index.ts";
import { eventKinds } from "./kinds.ts";

const english: Language = "en";

const severities = ["emergency", "alert", "critical", "error", "warning", "notice", "informational", "debug"];

/** The catalogue of events as a table of docs/events.md. */
export function catalogueTable(): string {
  const cells = eventKinds.map(({ name, label, severity, source }) => [
    `\`${name}\``,
    translate(label, english),
    `${severity} (${severities[severity]})`,
    source === "any" ? "the one that was removed" : `\`${source}\``,
  ]);
  const rows = [["kind", "what happened", "severity", "record"], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...rest] = rows;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(head), rule, ...rest.map(line)].join("\n");
}

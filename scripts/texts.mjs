import { parseArgs } from "node:util";
import { allTexts } from "./checks/translations/all-texts.mjs";

/**
 * `npm run texts [-- [--tsv] [name …]]`: every text of console and server in the three languages side by side, for a
 * reviewer. A name is a side or an area: `server`, `assets`, `kit/form`. Markdown with a table for each area, or one
 * list with tabs for a spreadsheet.
 */
const languages = ["en", "zh", "ja"];

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { tsv: { type: "boolean", default: false } },
});
const { texts, problems } = await allTexts();
for (const problem of problems) process.stderr.write(`${problem}\n`);

const isMeant = ({ side, area }, name) => name === side || name === area || area.startsWith(`${name}/`);
const unknown = names.filter((name) => !texts.some((text) => isMeant(text, name)));
if (unknown.length > 0) {
  const areas = [...new Set(texts.map(({ area }) => area))].sort();
  process.stderr.write(
    `There are no texts of ${unknown.join(", ")}. There are: console, server, ${areas.join(", ")}\n`,
  );
  process.exit(2);
}

const chosen = texts.filter((text) => names.length === 0 || names.some((name) => isMeant(text, name)));
process.stdout.write(values.tsv ? tsv(chosen) : markdown(chosen));

function tsv(rows) {
  const clean = (cell) => (cell ?? "").replace(/[\t\r\n]+/g, " ");
  const line = (cells) => `${cells.map(clean).join("\t")}\n`;
  return [
    line(["side", "area", "key", ...languages]),
    ...rows.map((row) => line([row.side, row.area, row.key, ...languages.map((language) => row[language])])),
  ].join("");
}

function markdown(rows) {
  const byArea = new Map();
  for (const row of rows) {
    const title = `${row.side}: ${row.area}`;
    byArea.set(title, [...(byArea.get(title) ?? []), row]);
  }
  const clean = (cell) => (cell ?? "").replaceAll("|", "\\|").replace(/\r?\n/g, "<br>");
  const line = (cells) => `| ${cells.map(clean).join(" | ")} |\n`;
  return [...byArea]
    .map(([title, entries]) =>
      [
        `## ${title} (${entries.length})\n\n`,
        line(["key", ...languages]),
        line(["---", ...languages.map(() => "---")]),
        ...entries.map((entry) => line([entry.key, ...languages.map((language) => entry[language])])),
      ].join(""),
    )
    .join("\n");
}

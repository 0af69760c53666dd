const FORMULA = /^'*[=+\-@\t\r]/;

/** A text as the cell of a CSV: no formula, whatever it begins with (docs/contract/files.md, "Cells"). */
function csvCell(text: string): string {
  const safe = FORMULA.test(text) && text !== "-" ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows of texts as a CSV that spreadsheet programs open: with its byte order mark, commas and CRLF. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
}

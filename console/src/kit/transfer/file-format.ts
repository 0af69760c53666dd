/** The formats of files of rows, by the word of `?format=` (docs/contract/files.md, "Formats"). */
export type FileFormat = "csv" | "xlsx";

/** What the formats are called; they are names and not translated. */
export const FORMAT_NAMES: Readonly<Record<FileFormat, string>> = { csv: "CSV", xlsx: "Excel (XLSX)" };

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** A number of bytes for people, for example `3.4 MiB`. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}

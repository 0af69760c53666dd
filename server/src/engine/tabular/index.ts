export type { Cell } from "./cells.ts";
export { protectedArchive } from "./protected-archive.ts";
export { type Sheet, writeSheets } from "./workbook-writer.ts";

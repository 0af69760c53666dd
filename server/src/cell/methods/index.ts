import type { CellMethods } from "../method.ts";

/** What cells can do. */
export const cellMethods: CellMethods = {};

import { cellMethods } from "./methods/index.ts";
import { runCell } from "./run-cell.ts";

// The process that reaches the targets of one execution; see messages.ts.
await runCell(cellMethods);

import type { Door } from "./door.ts";
import { fileDoors } from "./file-doors.ts";
import { forwardDoors } from "./forward-doors.ts";
import { terminalDoors } from "./terminal-doors.ts";
import { tokenDoors } from "./token-doors.ts";

/** Every way in. */
export const doors: readonly Door[] = [...terminalDoors, ...fileDoors, ...forwardDoors, ...tokenDoors];

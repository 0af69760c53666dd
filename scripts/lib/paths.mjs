import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where builds and tests keep what can be made again. */
export const cache = join(root, ".cache");

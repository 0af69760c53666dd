import { fileURLToPath } from "node:url";

/** The program of runners, as it is built beside that of the product. */
export const builtRunnerProgram: string = fileURLToPath(new URL("./runner.js", import.meta.url));

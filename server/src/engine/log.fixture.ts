import { log } from "./log.ts";

/** Logs until stopped being asked to; its standard error is a full disk. */
for (let line = 0; line < 20_000; line++) log.error({ line, filler: "x".repeat(200) }, "written nowhere");
process.stdout.write(`survived ${Math.round(process.memoryUsage().rss / 1_048_576)}\n`);

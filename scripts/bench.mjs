import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./lib/paths.mjs";
import { prepare } from "./lib/prepare.mjs";
import { run } from "./lib/run.mjs";

// npm run bench [-- [--quick] [name …]]: builds what is not built and measures it.
await prepare();
const loader = pathToFileURL(join(root, "scripts/lib/typescript-loader.mjs")).href;
process.exitCode = await run(
  process.execPath,
  ["--import", loader, join(root, "bench/main.ts"), ...process.argv.slice(2)],
  { cwd: root },
);

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./lib/paths.mjs";
import { prepare } from "./lib/prepare.mjs";

// npm run cli -- COMMAND: the product's commands (`secrets rotate-key`, `license issue`, ...), built when needed.
const [command] = process.argv.slice(2);
if (command === undefined) process.argv.push("--help");
await prepare();
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, "server/dist/main.js")).href);

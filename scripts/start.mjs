import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { endWithNpm } from "./lib/end-with-npm.mjs";
import { root } from "./lib/paths.mjs";
import { prepare } from "./lib/prepare.mjs";

// npm start: installs and builds when needed, then becomes the product. It runs in this very process, so that
// signals and arguments reach it directly.
endWithNpm();
await prepare();
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, "server/dist/main.js")).href);

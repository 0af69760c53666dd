import { buildConsole } from "./lib/build-console.mjs";
import { buildTarget, outdatedTargets } from "./lib/build-plan.mjs";
import { buildServer } from "./lib/build-server.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { requireNode } from "./lib/node-version.mjs";
import { root } from "./lib/paths.mjs";

// npm run build: server and console into their dist folders. With --if-changed only what changed.
requireNode();
await ensureInstalled(root);
const builders = { server: buildServer, console: buildConsole };
for (const name of outdatedTargets({ force: !process.argv.includes("--if-changed") })) {
  const began = Date.now();
  try {
    await buildTarget(name, builders[name]);
  } catch (error) {
    process.stderr.write(`Building ${name} failed: ${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
  process.stdout.write(`Built ${name} in ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}

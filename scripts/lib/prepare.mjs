import { join } from "node:path";
import { outdatedTargets } from "./build-plan.mjs";
import { ensureInstalled } from "./install.mjs";
import { requireNode } from "./node-version.mjs";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

/** Brings a checkout to where the product can run: packages installed and builds current. Does nothing twice. */
export async function prepare() {
  requireNode();
  await ensureInstalled(root);
  if (outdatedTargets().length === 0) return;
  process.stdout.write("Building (only when something changed)…\n");
  // In a process of its own, so that bundlers do not stay in the memory of what runs next.
  const status = await run(process.execPath, [join(root, "scripts/build.mjs"), "--if-changed"], {
    cwd: root,
  });
  if (status !== 0) process.exit(status);
}

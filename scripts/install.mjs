import { ensureInstalled } from "./lib/install.mjs";
import { requireNode } from "./lib/node-version.mjs";
import { root } from "./lib/paths.mjs";

// Installs the packages of the lock file when they are not installed yet.
requireNode();
await ensureInstalled(root);

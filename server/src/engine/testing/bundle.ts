import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

/** A script that tests can start with Node. */
export interface TestBundle {
  readonly script: string;
  remove(): void;
}

/**
 * Bundles a TypeScript entry the way a build does, for tests of real processes: Node 20 cannot run the sources.
 * It lies below `server`, where packages and migrations are found.
 */
export async function bundleForTest(entry: string): Promise<TestBundle> {
  const cache = resolve(import.meta.dirname, "../../../.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "bundle-"));
  // Tests also start it as an ordinary user.
  chmodSync(folder, 0o755);
  await build({
    entryPoints: [entry],
    outdir: folder,
    entryNames: "main",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    sourcemap: "inline",
    logLevel: "silent",
  });
  return { script: join(folder, "main.mjs"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

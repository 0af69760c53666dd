import { cpSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./paths.mjs";

/** Bundles the server into `server/dist`: our own code in, packages left to Node. */
export async function buildServer() {
  const { build } = await import("esbuild");
  const outdir = join(root, "server", "dist");
  const { metafile } = await build({
    entryPoints: {
      main: join(root, "server/src/main.ts"),
      // A process that knows nothing of the product.
      runner: join(root, "server/src/runner/main.ts"),
      // A thread loads a file of its own.
      "hash-worker": join(root, "server/src/engine/passwords/hash-worker.js"),
    },
    outdir,
    bundle: true,
    splitting: true,
    // Beside the entry: sources find the product's folders from where they are.
    chunkNames: "[name]-[hash]",
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    plugins: [contractSources],
    sourcemap: true,
    // Lines and names are what a stack trace wants; each process reads and parses every map as it starts.
    sourcesContent: false,
    metafile: true,
    absWorkingDir: root,
    logLevel: "warning",
  });
  removeOthers(outdir, new Set(Object.keys(metafile.outputs).map((path) => resolve(root, path))));
  await build({
    // What the pages outside the console load: one file a script, with what it needs of packages in it.
    entryPoints: { "sign-in/sign-in": join(root, "server/src/areas/pages/scripts/sign-in.js") },
    outdir: join(outdir, "static"),
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2020",
    format: "iife",
    absWorkingDir: root,
    logLevel: "warning",
  });
  cpSync(join(root, "server/migrations"), join(outdir, "migrations"), { recursive: true });
}

/** `packages: "external"` would leave our own workspace out, whose sources Node cannot run. */
const contractSources = {
  name: "contract-sources",
  setup(build) {
    build.onResolve({ filter: /^@sallyport\/contract\// }, ({ path }) => ({
      path: join(root, "contract/src", `${path.slice("@sallyport/contract/".length)}.ts`),
    }));
  },
};

/** What earlier builds left, after the new files are in place. */
function removeOthers(outdir, kept) {
  for (const entry of readdirSync(outdir, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(path)) rmSync(path);
  }
}

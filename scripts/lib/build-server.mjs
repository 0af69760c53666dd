import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./paths.mjs";

/**
 * Packages that stay where they are installed. All others are bundled: read file by file they are a third of what a
 * process costs until it is ready.
 */
const leftToNode = [
  // Native, or beside files they load from their own folder.
  "@lydell/node-pty",
  "@node-rs/argon2",
  "pino",
  "ssh2",
  // Loaded when they are first needed.
  "@noble/post-quantum",
  "@simplewebauthn/server",
  "@zxcvbn-ts/core",
  "@zxcvbn-ts/language-common",
  "acme-client",
  "mongodb",
  "mysql2",
  "oracledb",
  "sanitize-html",
  "tedious",
  // A package in the bundle would use it for a configuration we do not write.
  "typescript",
];

/** Bundles the server into `server/dist`, with the packages it starts with. */
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
    external: [...leftToNode, "*.node"],
    // Packages in CommonJS require what Node brings.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module";\nconst require = requireFrom(import.meta.url);',
    },
    plugins: [contractSources, packagesUnmapped],
    sourcemap: true,
    // Lines and names of our own code are what a stack trace wants; each process reads and parses every map as it starts.
    sourcesContent: false,
    metafile: true,
    absWorkingDir: root,
    logLevel: "warning",
  });
  refuseDynamicPackages(metafile);
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

/** Our own workspace is found by its sources. */
const contractSources = {
  name: "contract-sources",
  setup(build) {
    build.onResolve({ filter: /^@sallyport\/contract\// }, ({ path }) => ({
      path: join(root, "contract/src", `${path.slice("@sallyport/contract/".length)}.ts`),
    }));
  },
};

const noMap = Buffer.from('{"version":3,"sources":["package"],"mappings":"AAAA"}').toString("base64");

/** Keeps packages out of the source maps, which would be five times as large. */
const packagesUnmapped = {
  name: "packages-unmapped",
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, "utf8")}\n//# sourceMappingURL=data:application/json;base64,${noMap}`,
    }));
  },
};

/**
 * A package that is loaded when it is needed must be left to Node: in the bundle, one in CommonJS would have no names.
 * @throws {Error} that names the first which is not.
 */
function refuseDynamicPackages({ inputs }) {
  for (const [path, { imports }] of Object.entries(inputs)) {
    if (path.includes("node_modules/")) continue;
    for (const { kind, path: imported } of imports) {
      if (kind === "dynamic-import" && imported.includes("node_modules/"))
        throw new Error(`${path} loads ${imported} when it needs it: add the package to leftToNode`);
    }
  }
}

/** What earlier builds left, after the new files are in place. */
function removeOthers(outdir, kept) {
  for (const entry of readdirSync(outdir, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(path)) rmSync(path);
  }
}

import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

/** A script that tests can start with Node. */
export interface TestBundle {
  readonly script: string;
  remove(): void;
}

/**
 * Bundles a TypeScript entry the way a build does, for tests of real processes: Node 20 cannot run the sources.
 * It is below `server`, where packages and migrations are found.
 */
export async function bundleForTest(entry: string): Promise<TestBundle> {
  const cache = resolve(import.meta.dirname, "../../../.cache");
  mkdirSync(cache, { recursive: true });
  return await bundleInto(mkdtempSync(join(cache, "bundle-")), entry, { packages: "external" });
}

/**
 * The same with every package inside, in a temporary folder: for starting it as an account that may not enter the
 * checkout. `copied` packages are put beside it whole.
 */
export async function bundleAlone(entry: string, copied: readonly string[]): Promise<TestBundle> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bundle-"));
  const require = createRequire(import.meta.url);
  for (const name of copied) {
    const source = dirname(dirname(require.resolve(name)));
    cpSync(source, join(folder, "node_modules", name), { recursive: true });
  }
  const banner = `import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);`;
  return await bundleInto(folder, entry, { external: ["pg-native"], banner: { js: banner } });
}

async function bundleInto(folder: string, entry: string, options: BuildOptions): Promise<TestBundle> {
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
    ...options,
    plugins: [contractSources],
    sourcemap: "inline",
    logLevel: "silent",
  });
  return { script: join(folder, "main.mjs"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Our own workspace is bundled: Node cannot run its sources. */
const contractSources: Plugin = {
  name: "contract-sources",
  setup: (setup) => {
    setup.onResolve({ filter: /^@sallyport\/contract\// }, ({ path }) => ({
      path: resolve(
        import.meta.dirname,
        "../../../../contract/src",
        `${path.slice("@sallyport/contract/".length)}.ts`,
      ),
    }));
  },
};

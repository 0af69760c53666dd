import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { cache } from "../../lib/paths.mjs";

/**
 * The addresses that areas of the console declare, and whether each has a screen.
 *
 * @param {readonly string[]} files the areas' `area.ts`, absolute
 * @returns {Promise<Map<string, boolean>>} whether there is a screen, by address
 */
export async function readRoutes(files) {
  const lines = files.map((file, index) => `import area${index} from ${JSON.stringify(file)};`);
  const { outputFiles } = await build({
    stdin: {
      contents: `${lines.join("\n")}\nexport default [${files.map((_, index) => `area${index}`).join(", ")}];`,
      resolveDir: dirname(files[0] ?? "."),
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    packages: "external",
    jsx: "automatic",
    plugins: [{ name: "screens stay outside", setup: leaveScreens }],
  });
  // Packages are found from below the repository only.
  const folder = mkdtempSync(join(cache, "routes-"));
  try {
    const module = join(folder, "areas.mjs");
    writeFileSync(module, outputFiles[0]?.text ?? "");
    const { default: areas } = await import(pathToFileURL(module).href);
    return new Map(areas.flatMap(({ routes }) => routes.map(({ path, load }) => [path, load !== undefined])));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is loaded on demand is not bundled: screens, texts. */
function leaveScreens({ onResolve }) {
  onResolve({ filter: /./ }, ({ kind, path }) =>
    kind === "dynamic-import" ? { path, external: true } : undefined,
  );
}

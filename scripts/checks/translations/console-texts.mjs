import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { repositoryFiles } from "../repository-files.mjs";
import { repository } from "../run-tool.mjs";

const languages = ["en", "zh", "ja"];

/**
 * Texts of the console: every folder `texts` holds the same in each language.
 *
 * @returns {Promise<{texts: {at: string, en?: string, zh?: string, ja?: string}[], problems: string[]}>}
 */
export async function consoleTexts() {
  const files = repositoryFiles(/^console\/src\/.*\/texts\/(en|zh|ja)\.ts$/);
  const byKey = new Map();
  for (const language of languages) {
    for (const [file, contents] of await load(files.filter((path) => path.endsWith(`/${language}.ts`)))) {
      for (const [key, text] of flatten(contents)) {
        const at = `${dirname(file)}: ${key}`;
        if (!byKey.has(at)) byKey.set(at, { at });
        byKey.get(at)[language] = text;
      }
    }
  }
  return { texts: [...byKey.values()].map(mergePlurals(byKey)), problems: [] };
}

/** What files export: texts by namespace, and the titles of an area's screens. */
async function load(files) {
  const { outputFiles } = await build({
    entryPoints: files.map((file) => join(repository, file)),
    outdir: repository,
    outbase: repository,
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    logLevel: "silent",
  });
  return Promise.all(
    outputFiles.map(async ({ path, contents }) => {
      const source = Buffer.from(contents).toString("base64");
      const { default: texts = {}, titles = {} } = await import(`data:text/javascript;base64,${source}`);
      return [relative(repository, path), { ...texts, titles }];
    }),
  );
}

/** Chinese and Japanese have no singular: their `_other` text answers for `_one` too. */
function mergePlurals(byKey) {
  return (entry) => {
    const other = entry.at.endsWith("_one") ? byKey.get(entry.at.replace(/_one$/, "_other")) : undefined;
    return other === undefined ? entry : { ...entry, zh: entry.zh ?? other.zh, ja: entry.ja ?? other.ja };
  };
}

function flatten(value, path = []) {
  if (typeof value === "string") return [[path.join("."), value]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, [...path, key]));
}

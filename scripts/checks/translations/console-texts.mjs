import { join } from "node:path";
import { build } from "esbuild";
import { repository } from "../run-tool.mjs";

const languages = ["en", "zh", "ja"];

/**
 * Texts of the console, from its three catalogues.
 *
 * @returns {Promise<{texts: {at: string, en?: string, zh?: string, ja?: string}[], problems: string[]}>}
 */
export async function consoleTexts() {
  const byKey = new Map();
  for (const language of languages) {
    for (const [key, text] of flatten(await load(language))) {
      if (!byKey.has(key)) byKey.set(key, { at: `console/src/i18n: ${key}` });
      byKey.get(key)[language] = text;
    }
  }
  return { texts: [...byKey.values()].map(mergePlurals(byKey)), problems: [] };
}

/** The catalogue of the start and the one loaded after it, as one. */
async function load(language) {
  const [first, later] = await Promise.all([read(language, "index"), read(language, "later")]);
  return { ...first, ...later };
}

async function read(language, name) {
  const { outputFiles } = await build({
    entryPoints: [join(repository, `console/src/i18n/${language}/${name}.ts`)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    logLevel: "silent",
  });
  const source = Buffer.from(outputFiles[0].contents).toString("base64");
  return (await import(`data:text/javascript;base64,${source}`)).default;
}

/** Chinese and Japanese have no singular: their `_other` text answers for `_one` too. */
function mergePlurals(byKey) {
  return (entry) => {
    const other = entry.at.endsWith("_one") ? byKey.get(plural(entry.at)) : undefined;
    return other === undefined ? entry : { ...entry, zh: entry.zh ?? other.zh, ja: entry.ja ?? other.ja };
  };
}

const plural = (at) => at.replace(/^.*: /, "").replace(/_one$/, "_other");

function flatten(value, path = []) {
  if (typeof value === "string") return [[path.join("."), value]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, [...path, key]));
}

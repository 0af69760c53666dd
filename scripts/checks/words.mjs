import { readText, repositoryFiles } from "./repository-files.mjs";
import { readGlossary } from "./words/glossary.mjs";
import { findOldNames } from "./words/old-names.mjs";
import { commentsOf, findOldWords } from "./words/old-words.mjs";

const text = /(\.(ts|tsx|mjs|cjs|js|json|md|sql|css|html|yml|yaml|svg|sh)|\.ci\/run|\.gitignore|LICENSE)$/;
// The rules name what they forbid; the lock file and the license are not ours to word.
const exempt = /^(package-lock\.json|LICENSE|scripts\/checks\/words\.mjs)$/;

/** @type {readonly {what: string, pattern: RegExp, files?: RegExp, except?: RegExp}[]} */
const rules = [
  {
    what: "a path of somebody's machine",
    pattern: /(^|[\s"'`(=:])(\/work\/|\/root\/|\/home\/[a-z]|\/Users\/[a-z])/,
  },
  { what: "a path of somebody's machine", pattern: /\/tmp\/brief|shared\/(design|reference|spec)/ },
  { what: "a package registry", pattern: /registry\.npmjs|npmjs\.org\/|deb\.debian\.org|proxy\.golang/ },
  { what: "something beside the product", pattern: /\b(AI|LLM)\b/ },
  { what: "an unfinished piece", pattern: /\b(TODO|FIXME|XXX|HACK)\b/ },
  { what: "an unfinished piece", pattern: /\bnot (yet )?implemented\b|\bcoming soon\b/i },
  {
    what: "a test that runs alone",
    pattern: /\b(it|test|describe|suite)(\.\w+)*\.only\(/,
    files: /\.test\.(tsx?|mjs)$/,
  },
  {
    what: "a test that never runs",
    pattern: /\b(it|test|describe|suite)\.(skip|todo|fails)\(|\bx(it|describe)\(/,
    files: /\.test\.(tsx?|mjs)$/,
  },
  { what: "a suppressed type error", pattern: /@ts-(ignore|nocheck|expect-error)/ },
];

/** Old names are looked for in code, old words in comments and documentation; tests of this check hold some to be found. */
const code = /\.(tsx?|mjs|cjs|css|sh)$/;
const documentation = /^(docs\/.*|[A-Z]+)\.md$/;
const glossaryPath = "docs/glossary.md";
const withOldNames = /^scripts\/checks\/words\//;

/**
 * The repository speaks of the product alone, finishes what it begins, and skips no test silently; what the glossary
 * gave another name is not called by the old one.
 */
export default {
  name: "words",
  run() {
    const glossary = readGlossary(readText(glossaryPath));
    const problems = glossary.problems.map((problem) => `${glossaryPath}: ${problem}`);
    if (glossary.oldNames.length === 0) problems.push(`${glossaryPath}: no old names were found`);
    for (const path of repositoryFiles(text)) {
      if (exempt.test(path)) continue;
      const content = readText(path);
      if (code.test(path) && !withOldNames.test(path))
        problems.push(
          ...findOldNames(path, content, glossary.oldNames),
          ...findOldWords(path, commentsOf(content), glossary.oldWords),
        );
      if (documentation.test(path) && path !== glossaryPath) {
        problems.push(...findOldWords(path, content, glossary.oldWords));
      }
      for (const [index, line] of content.split("\n").entries()) {
        const at = `${path}:${index + 1}`;
        for (const { what, pattern, files, except } of rules) {
          if (files !== undefined && !files.test(path)) continue;
          if (except?.test(path) !== true && pattern.test(line))
            problems.push(`${at}: ${what}: ${line.trim().slice(0, 160)}`);
        }
      }
    }
    return problems;
  },
};

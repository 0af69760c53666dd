/**
 * @typedef {object} OldName
 * @property {string} name as written in the glossary, without its backticks
 * @property {string} term the term that replaced it
 * @property {readonly string[]} folders where it is refused; everywhere when empty
 */

/**
 * @typedef {object} Noun a noun of the product in three languages
 * @property {string} en
 * @property {string} zh
 * @property {string} ja
 */

const termLine = /^- \*\*(?<term>[^*]+)\*\*(?: \(zh (?<zh>[^,)]+), ja (?<ja>[^)]+)\))?: (?<rest>.+)$/;
const folderList = /^ \(in ((?:`[^`]+`(?:, )?)+)\)/;

/**
 * Reads the glossary: its terms, the nouns of the product, and the names and words that were given up.
 *
 * @param {string} markdown
 * @returns {{terms: string[], nouns: Noun[], oldNames: OldName[], oldWords: {word: string, term: string}[],
 *   problems: string[]}} problems: lines that are no term although they look like one
 */
export function readGlossary(markdown) {
  const glossary = { terms: [], nouns: [], oldNames: [], oldWords: [], problems: [] };
  for (const [index, line] of markdown.split("\n").entries()) {
    if (!line.startsWith("- ")) continue;
    const found = termLine.exec(line)?.groups;
    if (found === undefined) {
      glossary.problems.push(`line ${index + 1}: a term is written as "- **term**: meaning. Not: \`old\`."`);
      continue;
    }
    const { term, zh, ja, rest } = found;
    glossary.terms.push(term);
    if (zh !== undefined) glossary.nouns.push({ en: term, zh, ja });
    const [, given] = rest.split(" Not: ");
    if (given !== undefined) readOld(term, given, glossary, index + 1);
  }
  return glossary;
}

function readOld(term, text, { oldNames, oldWords, problems }, line) {
  let left = text;
  while (left !== "") {
    const name = /^`([^`]+)`/.exec(left);
    const word = /^"([^"]+)"/.exec(left);
    const taken = name ?? word;
    if (taken === null) {
      problems.push(`line ${line}: after "Not:" stand names in backticks and words in quotes, not "${left}"`);
      return;
    }
    left = left.slice(taken[0].length);
    const folders = folderList.exec(left);
    if (folders !== null) left = left.slice(folders[0].length);
    if (name !== null) {
      const paths = [...(folders?.[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, path]) => path);
      oldNames.push({ name: name[1], term, folders: paths });
    } else oldWords.push({ word: word[1], term });
    left = left.replace(/^(, |\.$)/, "");
  }
}

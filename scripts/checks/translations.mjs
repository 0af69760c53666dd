import { readText, repositoryFiles } from "./repository-files.mjs";
import { allTexts } from "./translations/all-texts.mjs";
import { compareNouns, findOldNouns } from "./translations/nouns.mjs";
import { findRetiredInDocs, findRetiredPhrases, galleryTexts } from "./translations/phrases.mjs";
import { findNarrowPunctuation } from "./translations/punctuation.mjs";
import { sameInAllLanguages } from "./translations/same-in-all-languages.mjs";
import { readGlossary } from "./words/glossary.mjs";

const others = ["zh", "ja"];
/** The glossary names what was retired; coverage quotes titles of tests, the change log what once was. */
const documentation = /^(docs\/(?!glossary|contract\/coverage).*|README|CONTRIBUTING)\.md$/;
/** Placeholders of another notation, which are shown as they stand; people write `%(user)s` themselves, in LDAP filters. */
const foreignPlaceholder = /%\((?!user\))\w+\)|\$\{\w+\}|%[sd]\b/;
const placeholders = (text) =>
  [...text.matchAll(/\{\{?\s*(\w+)[^}]*\}?\}|<\/?(\w+)\/?>/g)]
    .map(([, name, tag]) => name ?? `<${tag}>`)
    .sort();

/**
 * Every text exists in English, Chinese and Japanese, is translated unless it is a name, and has the same placeholders
 * for values in all three; each says the nouns of the glossary, none a phrase that was retired, nor do the gallery and the
 * documentation, and Chinese and Japanese have punctuation of their own.
 */
export default {
  name: "translations",
  async run() {
    const { texts, problems } = await allTexts();
    for (const { at, ...entry } of texts) {
      if (entry.en === undefined) {
        problems.push(`${at}: is not in English but in another language`);
        continue;
      }
      if (entry.en === "") problems.push(`${at}: is empty`);
      const foreign = Object.values(entry).find((text) => foreignPlaceholder.test(text ?? ""));
      if (foreign !== undefined) problems.push(`${at}: "${foreign}": a value is called {name} in a text`);
      for (const language of others) problems.push(...compare(at, entry, language));
    }
    const { nouns, oldWords } = readGlossary(readText("docs/glossary.md"));
    if (nouns.length === 0) problems.push("docs/glossary.md: no nouns of the product were found");
    problems.push(
      ...compareNouns(texts, nouns),
      ...findOldNouns(texts, oldWords),
      ...findNarrowPunctuation(texts),
      ...findRetiredPhrases(texts),
      ...findRetiredPhrases(
        repositoryFiles(/^console\/src\/gallery\/(?!.*\.test\.).*\.tsx?$/).flatMap((path) =>
          galleryTexts(path, readText(path)),
        ),
      ),
      ...repositoryFiles(documentation).flatMap((path) => findRetiredInDocs(path, readText(path))),
    );
    return problems;
  },
};

function compare(at, entry, language) {
  const text = entry[language];
  if (text === undefined || text === "") return [`${at}: is missing in ${language}`];
  const problems = [];
  if (text === entry.en && !isName(entry.en)) {
    problems.push(
      `${at}: ${language} says "${text}" as English does; translate it, or add it to same-in-all-languages.mjs`,
    );
  }
  const [wanted, found] = [placeholders(entry.en), placeholders(text)];
  if (wanted.join() !== found.join()) {
    problems.push(`${at}: English has the placeholders [${wanted}], ${language} has [${found}]`);
  }
  return problems;
}

/** Names, units and signs stay as they are: no letters outside a placeholder, or on the list. */
function isName(text) {
  return sameInAllLanguages.has(text) || !/[A-Za-z]/.test(text.replace(/\{\{?[^}]*\}?\}/g, ""));
}

import { keyOf } from "./all-texts.mjs";
import { otherNouns } from "./other-nouns.mjs";

const languages = ["zh", "ja"];

/** Finds a noun in an English text, in the plural too, outside places for values, addresses and hyphenated words. */
const pattern = ({ en }) => new RegExp(`(?<![\\w.@/-])${en}(s|es)?(?![\\w@-])`, "i");
/** A longer noun has words of its own: an asset permission is アクセス権, without アセット. */
const without = (patterns, text) =>
  patterns.reduce((rest, one) => rest.replaceAll(new RegExp(one, "gi"), "…"), text);
const withoutValues = (text) => text.replace(/\{\{?[^}]*\}?\}/g, "…");

/**
 * Compares texts with the nouns of the product: where English says one of them, Chinese and Japanese say theirs.
 *
 * @param {readonly {at: string, en?: string, zh?: string, ja?: string}[]} texts
 * @param {readonly import("../words/glossary.mjs").Noun[]} nouns
 * @param {readonly import("./other-nouns.mjs").OtherNoun[]} exceptions
 * @returns {string[]} what differs, and exceptions nobody needs
 */
export function compareNouns(texts, nouns, exceptions = otherNouns) {
  const problems = [];
  const needed = new Set();
  for (const noun of nouns) {
    const isMeant = pattern(noun);
    const longer = nouns.filter(({ en }) => en !== noun.en && pattern(noun).test(en)).map(pattern);
    const meant = ({ en }) => isMeant.test(without(longer, withoutValues(en ?? "")));
    for (const text of texts.filter(meant)) {
      for (const language of languages) {
        if (text[language] === undefined || text[language].includes(noun[language])) continue;
        const key = keyOf(text);
        if (exceptions.some((one) => covers(one, noun, language, key)))
          needed.add(`${noun.en} ${language} ${key}`);
        else problems.push(problemOf(text, noun, language));
      }
    }
  }
  const idle = exceptions
    .flatMap(({ noun, language, keys }) => keys.map((key) => `${noun} ${language} ${key}`))
    .filter((exception) => !needed.has(exception));
  return [
    ...problems,
    ...idle.map((exception) => `other-nouns.mjs: nothing needs the exception ${exception}`),
  ];
}

/**
 * Where Chinese and Japanese texts still say a word that the glossary gave up.
 *
 * @param {readonly {at: string, en?: string, zh?: string, ja?: string}[]} texts
 * @param {readonly {word: string, term: string}[]} oldWords
 * @returns {string[]}
 */
export function findOldNouns(texts, oldWords) {
  return texts.flatMap((text) =>
    languages.flatMap((language) =>
      oldWords
        .filter(({ word }) => text[language]?.includes(word))
        .map(
          ({ word, term }) =>
            `${text.at}: ${language} says ${word}, which is called otherwise (docs/glossary.md, ${term})`,
        ),
    ),
  );
}

function covers({ noun, language, keys }, { en }, inLanguage, key) {
  return noun === en && language === inLanguage && keys.includes(key);
}

function problemOf(text, { en, ...noun }, language) {
  return `${text.at}: English says "${en}"; ${language} says "${text[language]}" without ${noun[language]} (docs/glossary.md)`;
}

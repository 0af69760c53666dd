import { retiredPhrases } from "./retired-phrases.mjs";

/**
 * Where English texts say a phrase that was retired.
 *
 * @param {readonly {at: string, side: "console" | "server", en?: string}[]} texts
 * @param {readonly import("./retired-phrases.mjs").RetiredPhrase[]} phrases
 * @returns {string[]}
 */
export function findRetiredPhrases(texts, phrases = retiredPhrases) {
  return texts.flatMap(({ at, side, en = "" }) =>
    phrases
      .filter(({ phrase, only }) => (only === undefined || only === side) && phrase.test(en))
      .map(({ phrase, use }) => `${at}: "${phrase.exec(en)[0]}" was retired; write ${use} ("${en}")`),
  );
}

/** What is quoted, code or an address: it says what the product says, and is checked there. */
const quoted = /^```[\s\S]*?^```|`[^`]*`|"[^"]*"|\]\([^)]*\)/gm;

/**
 * Where a page of the documentation says a phrase that was retired there too.
 *
 * @param {string} path
 * @param {string} text Markdown
 * @param {readonly import("./retired-phrases.mjs").RetiredPhrase[]} phrases
 * @returns {string[]}
 */
export function findRetiredInDocs(path, text, phrases = retiredPhrases) {
  const own = text.replace(quoted, (part) => part.replace(/[^\n]/g, " "));
  return phrases
    .filter(({ docs }) => docs === true)
    .flatMap(({ phrase, use }) => {
      // A line may end between two words.
      const anywhere = new RegExp(phrase.source.replaceAll(" ", "\\s+"), `${phrase.flags}g`);
      return [...own.matchAll(anywhere)].map(({ 0: found, index }) => {
        const line = own.slice(0, index).split("\n").length;
        return `${path}:${line}: "${found.replace(/\s+/g, " ")}" was retired; write ${use}`;
      });
    });
}

/**
 * The texts of the gallery, which are in its sources because it speaks English alone.
 *
 * @param {string} path
 * @param {string} source
 * @returns {{at: string, side: "console", en: string}[]}
 */
export function galleryTexts(path, source) {
  return source.split("\n").flatMap((line, index) => {
    if (/^\s*(import|export .* from|\/\/|\*|\/\*)/.test(line)) return [];
    const texts = [...line.matchAll(/"([^"\\]*)"|>([^<>{}]+)</g)].map(([, string, child]) => string ?? child);
    return texts.map((en) => ({ at: `${path}:${index + 1}`, side: "console", en }));
  });
}

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

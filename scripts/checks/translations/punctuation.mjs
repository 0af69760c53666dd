/** A letter of Chinese or Japanese, or what closes a phrase in them. */
const wide = "[\\u3041-\\u30ff\\u4e00-\\u9fff」）”]";

/** Signs of English typesetting beside such a letter, and what is written there. */
const rules = [
  { sign: new RegExp(`${wide}\\s?: `), use: "：" },
  { sign: new RegExp(`${wide}\\?(?!\\w)`), use: "？" },
  { sign: new RegExp(`${wide}(, |,(?=${wide}))`), use: "， or 、" },
  { sign: new RegExp(`${wide}\\((?=${wide})`), use: "（" },
];

const languages = ["zh", "ja"];

/** Languages are named as their speakers write them, and words of the palette are a list for programs. */
const exempt = /palette\.words|language/i;

/**
 * Where Chinese and Japanese texts have the punctuation of English.
 *
 * @param {readonly {at: string, zh?: string, ja?: string}[]} texts
 * @returns {string[]}
 */
export function findNarrowPunctuation(texts) {
  return texts
    .filter(({ at }) => !exempt.test(at))
    .flatMap((text) =>
      languages.flatMap((language) =>
        rules
          .filter(({ sign }) => sign.test(text[language] ?? ""))
          .map(({ use }) => `${text.at}: ${language} says "${text[language]}"; write ${use}`),
      ),
    );
}

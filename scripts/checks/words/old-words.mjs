/**
 * Where words that were given up are in a page of documentation.
 *
 * @param {string} path
 * @param {string} content
 * @param {readonly {word: string, term: string}[]} oldWords
 * @returns {string[]}
 */
export function findOldWords(path, content, oldWords) {
  return content
    .split("\n")
    .flatMap((line, index) =>
      oldWords
        .filter(({ word }) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`, "i").test(line))
        .map(({ word, term }) => `${path}:${index + 1}: "${word}" is called "${term}"`),
    );
}

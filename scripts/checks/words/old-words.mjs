/**
 * Where words that were given up are in a page of documentation.
 *
 * @param {string} path
 * @param {string} content
 * @param {readonly {word: string, term: string}[]} oldWords
 * @returns {string[]}
 */
export function findOldWords(path, content, oldWords) {
  const small = content.toLowerCase();
  const possible = oldWords
    .filter(({ word }) => small.includes(word.toLowerCase()))
    .map(({ word, term }) => ({ word, term, pattern: new RegExp(`(?<![\\w-])${word}(?![\\w-])`, "i") }));
  if (possible.length === 0) return [];
  return content
    .split("\n")
    .flatMap((line, index) =>
      possible
        .filter(({ pattern }) => pattern.test(line))
        .map(({ word, term }) => `${path}:${index + 1}: "${word}" is called "${term}"`),
    );
}

/**
 * The lines of a source file that are comments, the others empty, so that line numbers stay.
 *
 * @param {string} content
 * @returns {string}
 */
export function commentsOf(content) {
  return content
    .split("\n")
    .map((line) => (/^\s*(\/\/|\/?\*)/.test(line) ? line : ""))
    .join("\n");
}

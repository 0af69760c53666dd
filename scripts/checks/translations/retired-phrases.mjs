/**
 * @typedef {object} RetiredPhrase a turn of phrase that no text says any more
 * @property {RegExp} phrase as it would stand in an English text
 * @property {string} use what to write there
 * @property {"console" | "server"} [only] the side that gave it up; default: both
 */

/** @type {readonly RetiredPhrase[]} */
export const retiredPhrases = [
  { phrase: /\bgo(es)? on\b/i, use: "continue", only: "console" },
  { phrase: /\bsaid of\b/i, use: "what is meant: a comment, a description" },
  { phrase: /\bwhat the rows are\b/i, use: "the name of the column or the log" },
];

/**
 * @typedef {object} RetiredPhrase a turn of phrase that no text says any more
 * @property {RegExp} phrase as it would stand in an English text
 * @property {string} use what to write there
 * @property {"console" | "server"} [only] the side that gave it up; default: both
 */

/** @type {readonly RetiredPhrase[]} */
export const retiredPhrases = [
  { phrase: /\bsaid of\b/i, use: "what is meant: a comment, a description" },
  { phrase: /\bwhat the rows are\b/i, use: "the name of the choice" },
  { phrase: /\bgo(es)? on\b/i, use: "continue", only: "console" },
  { phrase: /\bany ?more\b/i, use: "no longer", only: "console" },
  { phrase: /\b(some|every|any)body\b/i, use: "someone, everyone, anyone, or who it is", only: "console" },
  { phrase: /\bnobody\b/i, use: "no one, or what is missing", only: "console" },
  { phrase: /\bat once\b/i, use: "immediately, or together", only: "console" },
  { phrase: /\bby (itself|themselves)\b/i, use: "automatically", only: "console" },
  { phrase: /\b(is|are) no (?!longer\b|more\b)\w+/i, use: "is not a, or what is asked for", only: "console" },
  { phrase: /\bmay not\b/i, use: "cannot, or does not have permission to", only: "console" },
  { phrase: /\bif it stays\b/i, use: "if the problem persists", only: "console" },
  { phrase: /\bpresent (one|key|value|license|password)s?\b/i, use: "current" },
  { phrase: /\bearlier secrets?\b/i, use: "previous" },
  { phrase: /\b(take|taken|takes|taking) (out|off|away)\b/i, use: "remove", only: "console" },
  { phrase: /\bput (on|into|out)\b/i, use: "add, activate or show" },
  { phrase: /\bin force\b/i, use: "in effect, or valid", only: "console" },
  { phrase: /\bswitch(ed)? (it )?(on|off)\b/i, use: "turn on, turn off", only: "console" },
  { phrase: /\bha(s|ve) to be\b/i, use: "must be, or who does it", only: "console" },
  { phrase: /\banew\b/i, use: "again", only: "console" },
  { phrase: /\bin (the )?place of\b/i, use: "instead of, or replace" },
  { phrase: /\bwhat became of\b/i, use: "results" },
  { phrase: /\bwhat it is for\b/i, use: "when it is used" },
  {
    phrase: /\bstands? (in|here|for|somewhere|below|above)\b/i,
    use: "is in, appears, is replaced with",
    only: "console",
  },
  {
    phrase: /\bholds? (at once|always|here|for)\b/i,
    use: "takes effect, applies, is valid",
    only: "console",
  },
  { phrase: /\bcounts? from\b/i, use: "takes effect with" },
  { phrase: /\bonce more\b/i, use: "again, or duplicate", only: "console" },
  { phrase: /\bon its way\b/i, use: "was sent", only: "console" },
  { phrase: /\be-mail/i, use: "email" },
  { phrase: /\bkinds? of secrets?\b/i, use: "secret type", only: "console" },
  { phrase: /\bmake (codes|new codes)\b/i, use: "generate", only: "console" },
  { phrase: /\bfor good\b/i, use: "permanently" },
  { phrase: /\bbr(eak|oke|oken) off\b/i, use: "was interrupted", only: "console" },
  { phrase: /\bmeanwhile\b/i, use: "in the meantime, or since then" },
  { phrase: /\bdoes not answer\b/i, use: "is not responding, cannot be reached", only: "console" },
  { phrase: /\b(is|are) concerned\b/i, use: "affected" },
  { phrase: /\blies? in\b/i, use: "is stored in", only: "console" },
  { phrase: /\bkept nowhere\b/i, use: "is not stored" },
  { phrase: /\bthere is (none|no one|one)\b/i, use: "what exists, or none", only: "console" },
  { phrase: /\bwhoever\b/i, use: "anyone who, or users", only: "console" },
  { phrase: /\bdo without\b/i, use: "remove" },
  { phrase: /\bout of sight\b/i, use: "hidden" },
  { phrase: /\bperiod clean\b/i, use: "retention", only: "console" },
  { phrase: /\bincorrect type\b/i, use: "what is expected, with an example", only: "console" },
  { phrase: /\b(favourite|colour|licence|behaviour)/i, use: "the American spelling", only: "console" },
  { phrase: /\bdeactivate/i, use: "disable, disabled", only: "console" },
];

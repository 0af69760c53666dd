import type { EvasionForm } from "./evasion-form.ts";

const enter = "\r";
const up = "\u001b[A";
const left = "\u001b[D";
const home = "\u0001";
const backspace = "\u007f";
const tab = "\t";

/** A text as a person pastes it where the terminal marks it. */
const marked = (text: string): string => `\u001b[200~${text}\u001b[201~`;

/** Lines in which the command is written somewhere, as fish reads them. */
const lines: readonly string[] = [
  "zap",
  "zap x",
  "zap;",
  "true; zap x",
  "true && zap x",
  "true; and zap x",
  "false || zap x",
  "false; or zap x",
  "true | zap x",
  "zap x &",
  "echo (zap x)",
  "echo $(zap x)",
  'echo "$(zap x)"',
  "command zap x",
  "env zap x",
  "'zap' x",
  '"zap" x',
  "z''ap x",
  'z""ap x',
  "za\\p x",
  "./zap x; zap x",
  "echo zap | sh",
  "sh -c 'zap x'",
  "eval zap x",
  "if true; zap x; end",
  "for i in 1; zap x; end",
  "while zap x; break; end",
  "begin; zap x; end",
  "not zap x",
  "! zap x",
  "zap x > y 2>&1",
  "zap # x",
];

/**
 * Ways of having fish run `zap`. Of lines it recalls nothing is claimed: it draws them late at times, and a line that is
 * not seen in time is one that cannot be read.
 */
const forms: readonly Omit<EvasionForm, "shells">[] = [
  { name: "history", keys: [up, enter], isReadable: false },
  { name: "history by Ctrl-P", keys: ["\u0010", enter], isReadable: false },
  { name: "history, two back", keys: [up, up, enter], isReadable: false },
  { name: "history by prefix", keys: ["za", up, enter], isReadable: false },
  ...lines.map((line) => ({ name: line, keys: [line, enter], isReadable: true })),
  ...lines.slice(0, 8).map((line) => ({ name: `at once: ${line}`, keys: [line + enter], isReadable: true })),
  { name: "key by key", keys: [..."zap x", enter], isReadable: true },
  { name: "Ctrl-J", keys: ["zap x\n"], isReadable: true },
  { name: "Enter twice", keys: [`zap x${enter}${enter}`], isReadable: true },
  { name: "backspace", keys: [`zaq${backspace}p x${enter}`], isReadable: true },
  { name: "a line erased before", keys: [`echo a\u0015zap x${enter}`], isReadable: true },
  { name: "cursor left", keys: ["zp x", left, left, left, "a", enter], isReadable: true },
  { name: "to the beginning", keys: ["ap x", home, "z", enter], isReadable: true },
  { name: "sent from the beginning", keys: ["zap x", home, enter], isReadable: true },
  { name: "killed and brought back", keys: ["zap x\u0015", "\u0019", enter], isReadable: true },
  { name: "completion", keys: ["zap-lo", tab, enter], isReadable: true },
  { name: "two lines", keys: [`true\rzap x${enter}`], isReadable: true },
  { name: "behind a program that runs", keys: [`sleep 0.4\rzap x${enter}`], isReadable: true },
  { name: "marked", keys: [marked("zap x"), enter], isReadable: true },
  { name: "marked with a line feed", keys: [marked("true\nzap x"), enter], isReadable: true },
  { name: "an encoding", keys: [`echo emFwIHgK | base64 -d | sh${enter}`], isReadable: false },
  { name: "put together", keys: [`set a za; set b p; $a$b x${enter}`], isReadable: false },
  { name: "a script", keys: [`hidden-script${enter}`], isReadable: false },
  { name: "an alias made before", keys: [`hidden-name${enter}`], isReadable: false },
];

/** The forms of fish, which has a language and an editor of its own. */
export const fishCorpus: readonly EvasionForm[] = forms.map((form) => ({ ...form, shells: ["fish"] }));

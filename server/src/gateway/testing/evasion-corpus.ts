import type { CorpusShell, EvasionForm } from "./evasion-form.ts";
import { fishCorpus } from "./fish-corpus.ts";

const enter = "\r";
const up = "\u001b[A";
const left = "\u001b[D";
const home = "\u0001";
const end = "\u0005";
const backspace = "\u007f";
const tab = "\t";
const search = "\u0012";

/** Shells that read the language of the Bourne shell. */
export const bourne: readonly CorpusShell[] = ["bash", "zsh", "dash"];
const editors: readonly CorpusShell[] = ["bash", "zsh"];

/** Lines in which the command is written somewhere, as all shells read them. */
const lines: readonly string[] = [
  "zap",
  "zap x",
  "  zap x",
  "zap;",
  "true; zap x",
  "true;zap x",
  "true && zap x",
  "false || zap x",
  "true | zap x",
  "zap x &",
  "sleep 0 & zap x",
  "(zap x)",
  "echo $(zap x)",
  'echo "$(zap x)"',
  "echo a; echo b; echo c; zap x; echo d",
  "command zap x",
  "exec zap x; true",
  "env zap x",
  "env A=1 zap x",
  "nohup zap x",
  "'zap' x",
  '"zap" x',
  "z''ap x",
  'z""ap x',
  "za\\p x",
  "\\zap x",
  "'z'a'p' x",
  "./zap x; zap x",
  "$PWD/zap x; zap x",
  "echo zap | sh",
  "sh -c zap",
  "sh -c 'zap x'",
  'sh -c "zap x"',
  "sh -c 'z\"\"ap x'",
  "eval zap x",
  "eval 'z\"\"ap x'",
  "xargs zap < /dev/null",
  "if true; then zap x; fi",
  "for i in 1; do zap x; done",
  "while zap x; do break; done",
  "{ zap x; }",
  "! zap x",
  "cat /dev/null > x; zap x > y 2>&1",
  "> /dev/null zap x",
  "2>/dev/null zap x",
  "A=1 zap x",
  "zap # x",
  "true # x\u000azap x",
];

/** Lines of Bourne shells alone. */
const bourneLines: readonly string[] = [
  "echo `zap x`",
  'echo "`zap x`"',
  "f() { zap x; }; f",
  "case a in a) zap x;; esac",
  "until zap x; do break; done",
  `echo \${x:-$(zap x)}`,
  "(true; (zap x))",
  "{ { zap x; }; }",
  "trap 'zap x' 0; trap - 0; zap x",
  "alias q=zap",
  "x=zap; $x",
];

/** Lines of bash and zsh. */
const largeLines: readonly string[] = [
  "$'zap' x",
  "$'\\x7aap' x",
  "$'z\\141p' x",
  "cat <(zap x)",
  "true |& zap x",
  "[[ -n x ]] && zap x",
  "time zap x",
  "builtin command zap x",
  "sh <<< 'zap x'",
  "function g { zap x; }; g",
];

/** A text as a person pastes it where the terminal marks it. */
const marked = (text: string): string => `\u001b[200~${text}\u001b[201~`;

const written: readonly EvasionForm[] = [
  ...lines.map((line) => ({ name: line, keys: [line, enter], isReadable: true })),
  ...bourneLines.map((line) => ({ name: line, keys: [line, enter], isReadable: true, shells: bourne })),
  ...largeLines.map((line) => ({ name: line, keys: [line, enter], isReadable: true, shells: editors })),
  ...lines.slice(0, 16).map((line) => ({ name: `at once: ${line}`, keys: [line + enter], isReadable: true })),
];

const sent: readonly EvasionForm[] = [
  { name: "key by key", keys: [..."zap x", enter], isReadable: true },
  { name: "Ctrl-J", keys: ["zap x\n"], isReadable: true },
  { name: "Ctrl-O", keys: ["zap x\u000f"], isReadable: true, shells: editors },
  { name: "Enter twice", keys: [`zap x${enter}${enter}`], isReadable: true },
  { name: "Enter of the number pad", keys: ["zap x\u001bOM", enter], isReadable: false },
  { name: "Enter by number", keys: ["zap x\u001b[13u", enter], isReadable: false },
  { name: "Ctrl-J by number", keys: ["zap x\u001b[106;5u", enter], isReadable: false },
  { name: "Esc Enter", keys: [`zap x\u001b${enter}`, enter], isReadable: true, shells: ["bash", "dash"] },
  { name: "Esc a (run and keep)", keys: ["zap x\u001ba"], isReadable: true, shells: ["zsh"] },
  { name: "Esc A (run and keep)", keys: ["zap x\u001bA"], isReadable: true, shells: ["zsh"] },
  { name: "behind a system command", keys: [`\u001b]x zap x${enter}`], isReadable: false },
  { name: "Ctrl-D behind a line", keys: ["zap x\u0004\u0004"], isReadable: true, shells: ["dash"] },
];

const edited: readonly EvasionForm[] = [
  { name: "backspace", keys: [`zaq${backspace}p x${enter}`], isReadable: true },
  { name: "backspace key by key", keys: ["z", "a", "q", backspace, "p", " x", enter], isReadable: true },
  { name: "a line erased before", keys: [`echo a\u0015zap x${enter}`], isReadable: true },
  { name: "a word erased before", keys: ["echo \u0017", "zap x", enter], isReadable: true },
  { name: "cursor left", keys: ["zp x", left, left, left, "a", enter], isReadable: true, shells: editors },
  {
    name: "cursor left at once",
    keys: [`zp x${left}${left}${left}a${enter}`],
    isReadable: true,
    shells: editors,
  },
  { name: "to the beginning", keys: ["ap x", home, "z", enter], isReadable: true, shells: editors },
  {
    name: "to the beginning and the end",
    keys: ["ap", home, "z", end, " x", enter],
    isReadable: true,
    shells: editors,
  },
  {
    name: "sent from the middle",
    keys: ["zap x", left, left, left, enter],
    isReadable: true,
    shells: editors,
  },
  { name: "sent from the beginning", keys: ["zap x", home, enter], isReadable: true, shells: editors },
  {
    name: "killed and brought back",
    keys: ["zap x\u0015", "\u0019", enter],
    isReadable: true,
    shells: editors,
  },
  { name: "two characters exchanged", keys: ["zpa", "\u0014", enter], isReadable: true, shells: editors },
  {
    name: "a character deleted",
    keys: ["zxap", left, left, left, "\u0004", enter],
    isReadable: true,
    shells: editors,
  },
  { name: "case changed", keys: ["ZAP", "\u001bb", "\u001bl", enter], isReadable: true, shells: editors },
  { name: "quoted insertion", keys: ["za\u0016p x", enter], isReadable: true, shells: editors },
];

const recalled: readonly EvasionForm[] = [
  { name: "history", keys: [up, enter], isReadable: true, shells: editors },
  { name: "history at once", keys: [up + enter], isReadable: true, shells: editors },
  { name: "history by Ctrl-P", keys: ["\u0010", enter], isReadable: true, shells: editors },
  { name: "history, two back", keys: [up, up, enter], isReadable: true, shells: editors },
  { name: "history and edited", keys: [up, "y", enter], isReadable: true, shells: editors },
  { name: "reverse search", keys: [search, "recalled", enter], isReadable: true, shells: editors },
  { name: "reverse search at once", keys: [`${search}recalled${enter}`], isReadable: true, shells: editors },
  {
    name: "reverse search, taken first",
    keys: [search, "recalled", end, enter],
    isReadable: true,
    shells: editors,
  },
  { name: "!!", keys: [`!!${enter}`], isReadable: false, shells: editors },
  { name: "!?recalled", keys: [`!?recalled${enter}`], isReadable: false, shells: editors },
  { name: "completion", keys: ["zap-lo", tab, enter], isReadable: true, shells: editors },
  { name: "completion at once", keys: [`zap-lo${tab}${enter}`], isReadable: true, shells: editors },
  { name: "a pattern expanded", keys: ["za[p]", "\u0018*", enter], isReadable: true, shells: editors },
];

const pasted: readonly EvasionForm[] = [
  { name: "two lines", keys: [`true\rzap x${enter}`], isReadable: true },
  { name: "three lines", keys: [`true\rtrue\rzap x${enter}`], isReadable: true },
  { name: "ten lines", keys: [`${"true\r".repeat(9)}zap x${enter}`], isReadable: true },
  { name: "line feeds", keys: ["true\ntrue\nzap x\n"], isReadable: true },
  { name: "behind a program that runs", keys: [`sleep 0.4\rzap x${enter}`], isReadable: true },
  { name: "behind a program, key by key", keys: [`sleep 0.4${enter}`, ..."zap x", enter], isReadable: true },
  {
    name: "behind a program, split",
    keys: [`sleep 0.4\rza\\\rp x${enter}`],
    isReadable: true,
    shells: bourne,
  },
  {
    name: "behind a loop",
    keys: [`for i in 1 2; do sleep 0.1; done\rzap x${enter}`],
    isReadable: true,
    shells: bourne,
  },
  { name: "behind output without end", keys: [`printf abc\rzap x${enter}`], isReadable: true },
  { name: "marked", keys: [marked("zap x"), enter], isReadable: true, shells: editors },
  { name: "marked at once", keys: [`${marked("zap x")}${enter}`], isReadable: true, shells: editors },
  { name: "marked in two", keys: [marked("za"), marked("p x"), enter], isReadable: true, shells: editors },
  {
    name: "marked behind a line",
    keys: [`true; ${marked("zap x")}${enter}`],
    isReadable: true,
    shells: editors,
  },
  {
    name: "marked with a line feed",
    keys: [marked("true\nzap x"), enter],
    isReadable: true,
    shells: editors,
  },
  { name: "marked with Enter", keys: [marked("zap x\r"), enter], isReadable: true, shells: editors },
  {
    name: "marked where nothing asks for it",
    keys: [marked("true\rzap x\r")],
    isReadable: true,
    shells: ["dash"],
  },
  {
    name: "marked twice",
    keys: [`${marked("echo a")}\u0015${marked("zap x")}${enter}`],
    isReadable: true,
    shells: editors,
  },
  {
    name: "marks within marks",
    keys: [marked(`\u001b[200~true\rzap x\r`), enter],
    isReadable: true,
    shells: editors,
  },
  { name: "the end of marks first", keys: [`\u001b[201~zap x${enter}`], isReadable: true, shells: editors },
];

const continued: readonly EvasionForm[] = [
  { name: "continued", keys: ["za\\", enter, "p x", enter], isReadable: true, shells: bourne },
  { name: "continued at once", keys: [`za\\\rp x${enter}`], isReadable: true, shells: bourne },
  { name: "continued twice", keys: [`z\\\ra\\\rp x${enter}`], isReadable: true, shells: bourne },
  { name: "behind an open quote", keys: [`echo 'a\rb'; zap x${enter}`], isReadable: true },
  { name: "behind an operator", keys: [`true &&\rzap x${enter}`], isReadable: true, shells: bourne },
  {
    name: "in a loop of lines",
    keys: [`for i in 1\rdo\rzap x\rdone${enter}`],
    isReadable: true,
    shells: bourne,
  },
  { name: "in a subshell of lines", keys: [`(\rzap x\r)${enter}`], isReadable: true, shells: bourne },
  { name: "a here-document", keys: [`sh <<E\rzap x\rE${enter}`], isReadable: true, shells: bourne },
  {
    name: "a here-document with quotes",
    keys: [`sh <<E\rz''ap x\rE${enter}`],
    isReadable: true,
    shells: bourne,
  },
  {
    name: "a here-document key by key",
    keys: ["sh <<E", enter, "za''p x", enter, "E", enter],
    isReadable: true,
    shells: bourne,
  },
  {
    name: "behind a comment",
    keys: [`# a\rzap x${enter}`],
    isReadable: true,
    shells: ["bash", "dash"],
  },
];

/** What text cannot tell: tried, and not claimed. */
const hidden: readonly EvasionForm[] = [
  { name: "an encoding", keys: [`echo emFwIHgK | base64 -d | sh${enter}`], isReadable: false },
  { name: "put together", keys: [`a=za; b=p; $a$b x${enter}`], isReadable: false, shells: bourne },
  { name: "a pattern", keys: [`za[p] x${enter}`], isReadable: false, shells: editors },
  { name: "printf", keys: [`$(printf '\\172ap') x${enter}`], isReadable: false, shells: bourne },
  { name: "a script", keys: [`hidden-script${enter}`], isReadable: false },
  { name: "an alias made before", keys: [`hidden-name${enter}`], isReadable: false, shells: bourne },
];

/** All forms. docs/contract/commands.md, section 6, says what is claimed. */
export const evasionCorpus: readonly EvasionForm[] = [
  ...recalled,
  ...written,
  ...sent,
  ...edited,
  ...pasted,
  ...continued,
  ...hidden,
  ...fishCorpus,
];

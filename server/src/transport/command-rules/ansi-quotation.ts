const named: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  E: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const numbered = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3}))/;

/**
 * Reads `$'…'` from behind its first quote: letters may be written as numbers there.
 *
 * @returns the text, and how many characters it took, the last quote included
 */
export function readAnsiQuotation(text: string, from: number): { value: string; length: number } {
  let value = "";
  let at = from;
  while (at < text.length && text.charAt(at) !== "'") {
    if (text.charAt(at) !== "\\") {
      value += text.charAt(at);
      at += 1;
      continue;
    }
    const number = numbered.exec(text.slice(at + 1, at + 10));
    if (number === null) {
      const character = text.charAt(at + 1);
      value += named[character] ?? character;
      at += 2;
      continue;
    }
    const [all, byte, short, long, octal] = number;
    const code =
      octal === undefined ? Number.parseInt(byte ?? short ?? long ?? "0", 16) : Number.parseInt(octal, 8);
    value += code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
    at += 1 + all.length;
  }
  return { value, length: at - from + 1 };
}

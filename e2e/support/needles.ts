import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** One way a secret may stand somewhere. */
export interface Needle {
  readonly secret: string;
  readonly form: string;
  readonly bytes: Buffer;
}

/** The letters of base64 that only the secret decides, whatever is before and behind it. */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    return text.slice(shift === 0 ? 0 : shift + 1, text.length - 1);
  });
}

/** Every form of a secret that a search looks for: plain, hex, base64 at each offset, and UTF-16. */
export function needlesOf(secret: string): Needle[] {
  const bytes = Buffer.from(secret);
  const forms: [form: string, bytes: Buffer][] = [
    ["plain", bytes],
    ["hex", Buffer.from(bytes.toString("hex"))],
    ["HEX", Buffer.from(bytes.toString("hex").toUpperCase())],
    ["UTF-16LE", Buffer.from(secret, "utf16le")],
    ["UTF-16BE", Buffer.from(secret, "utf16le").swap16()],
    ...base64Parts(bytes).flatMap((part): [string, Buffer][] => [
      ["base64", Buffer.from(part)],
      ["base64url", Buffer.from(part.replaceAll("+", "-").replaceAll("/", "_"))],
    ]),
  ];
  return forms.map(([form, found]) => ({ secret, form, bytes: found }));
}

/** Which of the needles are in some bytes: `secret (form)`. */
export function findNeedles(haystack: Buffer, needles: readonly Needle[]): string[] {
  return needles
    .filter(({ bytes }) => haystack.includes(bytes))
    .map(({ secret, form }) => `${secret} (${form})`);
}

/** The same in every file below a folder but those `passed` over; each with the path it was found in. */
export function findInFolder(
  folder: string,
  needles: readonly Needle[],
  passed: (path: string) => boolean = () => false,
): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !passed(relative(folder, path)))
    .flatMap((path) =>
      findNeedles(readFileSync(path), needles).map((found) => `${relative(folder, path)}: ${found}`),
    );
}

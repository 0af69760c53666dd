import { generateKeyPair, randomInt } from "node:crypto";
import { promisify } from "node:util";
import { checkSecret } from "../../accounts/index.ts";
import type { PasswordRules, RotationRequest } from "./request.ts";

const usualLength = 30;
const usualSymbols = "!#$%&()*+,-.:;<=>?@[]^_~";
const letters = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"] as const;

/** Devices of some vendors cut off what is longer, and take a question mark for a question. */
const longestOnDevice = 25;

/** Most characters that databases take, by type: Oracle before 23, and what the protocols of the others bound. */
const longestOfType: Readonly<Record<string, number>> = {
  oracle: 30,
  sqlserver: 128,
  mysql: 255,
  mariadb: 255,
};

/** What a random password is for. */
export interface PasswordPlace {
  readonly category: string;
  readonly type: string;
}

/** Most characters of a password there. */
const longestAt = ({ category, type }: PasswordPlace): number =>
  category === "device" ? longestOnDevice : (longestOfType[type] ?? Infinity);

/**
 * A random password: of letters, digits and symbols at least one each, and beginning with no symbol. Quotation marks, which no
 * account may have, are left out of what is asked for.
 */
export function randomPassword({ length, symbol_set }: PasswordRules, place: PasswordPlace): string {
  const isDevice = place.category === "device";
  const wanted = length > 0 ? length : usualLength;
  const size = Math.max(4, Math.min(wanted, longestAt(place)));
  const unfit = isDevice ? /['"{}\s?\p{Cc}]/u : /['"{}\s\p{Cc}]/u;
  const symbols = [...(symbol_set ?? usualSymbols)].filter((symbol) => !unfit.test(symbol)).join("");
  const classes: readonly string[] = symbols === "" ? letters : [...letters, symbols];
  const all = classes.join("");
  const picked = shuffled([
    ...classes.map(pick),
    ...Array.from({ length: size - classes.length }, () => pick(all)),
  ]);
  const first = picked.findIndex((character) => letters.some((own) => own.includes(character)));
  const [start = "a"] = picked.splice(first, 1);
  return `${start}${picked.join("")}`;
}

const pick = (from: string): string => {
  const characters = [...from];
  return characters[randomInt(characters.length)] ?? "";
};

function shuffled(characters: readonly string[]): string[] {
  const left = [...characters];
  const mixed: string[] = [];
  while (left.length > 0) mixed.push(...left.splice(randomInt(left.length), 1));
  return mixed;
}

const makeKeyPair = promisify(generateKeyPair);

/** A new private key, RSA of 2048 bits, in OpenSSH's format. */
export async function randomKey(): Promise<string> {
  const { privateKey } = await makeKeyPair("rsa", { modulusLength: 2048 });
  return checkSecret("ssh_key", privateKey.export({ type: "pkcs8", format: "pem" }).toString(), "").secret;
}

/**
 * The secret an account gets.
 *
 * @param stored the one it has; null: none
 * @returns null: there is none to give
 * @throws ValidationError for a given secret that cannot be one
 */
export async function newSecretOf(
  request: RotationRequest,
  stored: string | null,
  place: PasswordPlace,
): Promise<string | null> {
  const { secretStrategy, secretType, secret, passwordRules } = request;
  if (secretStrategy === "stored") return stored;
  if (secretStrategy === "specific") {
    return secret === null || secret === "" ? null : checkSecret(secretType, secret, "").secret;
  }
  return secretType === "ssh_key" ? await randomKey() : randomPassword(passwordRules, place);
}

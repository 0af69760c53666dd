import { randomBytes } from "node:crypto";
import { openPosixShell } from "../protocols/posix.ts";
import { type ChangeMeans, checkPosixName, passwordOf } from "./means.ts";
import { runChange } from "./posix-run.ts";
import { createScript, quoted } from "./posix-script.ts";
import { cryptSalt, sha512Crypt } from "./sha512-crypt.ts";

/** What the reader of passwords of any system takes; some read no more. */
const longestPassword = 511;

/**
 * Passwords of Linux and Unix, hashed here: what goes to the machine is of no use to who sees it. AIX hashes in a way of its own
 * and gets the password, over the input of its shell as everything here.
 */
export const posixPassword: ChangeMeans = {
  async set(target, change) {
    const { username } = change.account;
    checkPosixName(target, change);
    const password = passwordOf(target, change, longestPassword);
    const word = randomBytes(12).toString("hex");
    const setting = target.spec.mechanism.endsWith("_aix")
      ? aixScript(username, password)
      : hashScript(username, sha512Crypt(password, cryptSalt()), word);
    const script = [
      `say() { echo "${word} $1"; }`,
      `u=${quoted(username)}`,
      'if ! id -u "$u" >/dev/null 2>&1; then',
      ...(change.create ? createScript(username, target.spec.params) : ["say missing; exit 0"]),
      "fi",
      "say begin",
      ...setting,
    ];
    await runChange(target, change, await openPosixShell(target), word, script);
    return "";
  },
};

function hashScript(username: string, hash: string, word: string): readonly string[] {
  return [
    "if command -v chpasswd >/dev/null 2>&1; then",
    `chpasswd -e <<'${word}'`,
    `${username}:${hash}`,
    word,
    "elif command -v pw >/dev/null 2>&1; then",
    `pw usermod "$u" -H 0 <<'${word}'`,
    hash,
    word,
    "else say no_tool; exit 0; fi && say done",
  ];
}

/** `print` is part of the shell there: the password is in no argument list. `-c`: it need not be changed at once. */
function aixScript(username: string, password: string): readonly string[] {
  return [`print -r -- ${quoted(`${username}:${password}`)} | chpasswd -c && say done`];
}

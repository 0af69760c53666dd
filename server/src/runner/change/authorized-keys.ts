import { randomBytes } from "node:crypto";
import ssh2 from "ssh2";
import type { RunnerChange, RunnerTrust } from "../../transport/runner-control/messages.ts";
import { openPosixShell } from "../protocols/posix.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { badName, type ChangeMeans, checkPosixName } from "./means.ts";
import { runChange } from "./posix-run.ts";
import { createScript, quoted } from "./posix-script.ts";

/**
 * Keys of Linux and Unix: the new one is put beside the others, and takes their place when it is proved. The file is changed as
 * the account itself, so that a link in its folder leads to nothing it could not change anyway, and in one step.
 */
export const authorizedKeys: ChangeMeans = {
  async set(target, change) {
    const { blob, line } = publicKeyOf(target, change);
    await changeFile(
      target,
      change,
      `grep -qF ${blob} "$f" || { awk 1 "$f" && echo ${quoted(line)}; } > "$t"`,
    );
    return "";
  },
  async clear(target, change) {
    const { keyStrategy, keyComment, keptAuthorities } = change;
    if (keyStrategy === "add") return;
    const { blob } = publicKeyOf(target, change);
    const ending = quoted(` ${keyComment}`);
    const others = `awk -v b=${blob} -v c=${ending} 'index($0, b) || substr($0, length($0) - length(c) + 1) != c'`;
    const kept = [blob, ...keptAuthorities].map((one) => ` -e ${one}`).join("");
    await changeFile(target, change, `${keyStrategy === "set" ? `grep -F${kept}` : others} "$f" > "$t"`);
  },
};

/** The public half of the new key, as a line of the file. Letters of base 64 need no quotation marks. */
function publicKeyOf(target: TargetConnection, { secret, keyComment }: RunnerChange) {
  const parsed = ssh2.utils.parseKey(secret);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key === undefined || key instanceof Error) throw target.failure("key_unreadable", text.keyUnreadable);
  const blob = key.getPublicSSH().toString("base64");
  return { blob, line: `${key.type} ${blob} ${keyComment}` };
}

/** What the line begins with by which an account lets in whoever an authority certifies by its very name. */
function authorityEntry(target: TargetConnection, { account, authority }: RunnerTrust): string {
  const { username } = account;
  // Within quotation marks and a list of names, nothing else is sure to mean itself.
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}._@+$-]*$/u.test(username)) throw badName(target, { account });
  return `cert-authority,principals="${username}" ssh-ed25519 ${authority} `;
}

/** Has an account trust an authority, beside the keys it accepts already. */
export async function addAuthority(target: TargetConnection, trust: RunnerTrust): Promise<void> {
  const entry = authorityEntry(target, trust);
  const line = quoted(`${entry}${trust.comment}`);
  const write = `grep -qF ${quoted(entry)} "$f" || { awk 1 "$f" && echo ${line}; } > "$t"`;
  await changeFile(target, { account: trust.account, create: false }, write);
}

/**
 * Takes the line of an authority away again, whichever node of the installation wrote it; nothing else of the file
 * changes.
 */
export async function removeAuthority(target: TargetConnection, trust: RunnerTrust): Promise<void> {
  const entry = quoted(authorityEntry(target, trust));
  const write = `! grep -qF ${entry} "$f" || awk -v l=${entry} 'index($0, l) != 1' "$f" > "$t"`;
  await changeFile(target, { account: trust.account, create: false }, write);
}

/**
 * Changes the keys of an account.
 *
 * @param write writes what the file `$f` is to be into `$t`, or writes nothing where it is that already
 */
async function changeFile(
  target: TargetConnection,
  change: Pick<RunnerChange, "account" | "create">,
  write: string,
): Promise<void> {
  const { username } = change.account;
  checkPosixName(target, change);
  const word = randomBytes(12).toString("hex");
  const script = [
    `say() { echo "${word} $1"; }`,
    `u=${quoted(username)}`,
    'if ! id -u "$u" >/dev/null 2>&1; then',
    ...(change.create ? createScript(username, target.spec.params) : ["say missing; exit 0"]),
    "fi",
    'h=$(getent passwd "$u" 2>/dev/null | cut -d: -f6)',
    `[ -n "$h" ] || h=$(awk -F: -v u="$u" '$1 == u { print $6 }' /etc/passwd)`,
    "export h; say begin",
    'if [ "$(id -un)" = "$u" ]; then set -- /bin/sh -s',
    'elif command -v runuser >/dev/null 2>&1; then set -- runuser -u "$u" -- /bin/sh -s',
    'else set -- su "$u" -s /bin/sh -c "/bin/sh -s"; fi',
    `"$@" <<'${word}' && say done`,
    'umask 077; cd "$h" || exit 1',
    `mkdir -p .ssh && chmod 700 .ssh || exit 1; f=.ssh/authorized_keys; t=.ssh/${word}`,
    '[ -e "$f" ] || : > "$f" || exit 1',
    `{ ${write}; } && if [ -e "$t" ]; then chmod 600 "$t" && mv -f "$t" "$f"; fi || { rm -f "$t"; exit 1; }`,
    word,
  ];
  await runChange(target, change, await openPosixShell(target), word, script);
}

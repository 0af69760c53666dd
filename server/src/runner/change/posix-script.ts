import type { JsonObject } from "../../engine/json.ts";

/** A text as one word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A parameter of a mechanism, on one line. */
function parameter(params: JsonObject, name: string): string {
  const value = params[name];
  return typeof value === "string" ? value.replace(/[\p{Cc}]+/gu, " ").trim() : "";
}

/**
 * Makes the account `$u`, which is not there: with a group of its own where there is one of its name, in other groups that exist, and
 * with what it may run by sudo, checked by `visudo` before it counts. Says `create_failed` and ends otherwise.
 *
 * @param params `sudo`, `shell`, `home` and `groups`; contract: docs/contract/account-automations.md, "Parameters"
 */
export function createScript(username: string, params: JsonObject): readonly string[] {
  const home = parameter(params, "home") || `/home/${username}`;
  const shell = parameter(params, "shell") || "/bin/bash";
  const groups = parameter(params, "groups").replace(/\s*,\s*/g, ",");
  return [
    `h=${quoted(home)}; s=${quoted(shell)}`,
    "set --",
    'getent group "$u" >/dev/null 2>&1 && set -- -g "$u"',
    ...(groups === "" ? [] : [`set -- "$@" -G ${quoted(groups)}`]),
    'if command -v useradd >/dev/null 2>&1; then useradd -m -d "$h" -s "$s" "$@" "$u"',
    'elif command -v pw >/dev/null 2>&1; then pw useradd -n "$u" -m -d "$h" -s "$s" "$@"',
    'elif command -v adduser >/dev/null 2>&1; then adduser -D -h "$h" -s "$s" "$u"',
    "else say no_tool; exit 0; fi || { say create_failed; exit 0; }",
    ...sudoScript(username, parameter(params, "sudo")),
  ];
}

/** Names that mean nothing but themselves in a file of sudo. */
const plainName = /^[A-Za-z_][A-Za-z0-9_-]*$/;

function sudoScript(username: string, commands: string): readonly string[] {
  if (commands === "" || !plainName.test(username)) return [];
  const line = `${username} ALL=(ALL) NOPASSWD: ${commands}`;
  return [
    "if command -v visudo >/dev/null 2>&1 && [ -d /etc/sudoers.d ]; then",
    // sudo reads no file with a dot in its name: it counts when it is renamed.
    'f="/etc/sudoers.d/$u"; t="$f.new"',
    `(umask 227; rm -f "$t"; printf '%s\\n' ${quoted(line)} > "$t") && visudo -cf "$t" >/dev/null && mv "$t" "$f" || {`,
    'rm -f "$t"; say create_failed; exit 0; }',
    "fi",
  ];
}

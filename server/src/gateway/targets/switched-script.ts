import { randomBytes } from "node:crypto";

/** What runs as the account that is changed to. */
export type SwitchedTask =
  /** A command line for the shell of the account; null: that shell itself, reading its input. */
  | { readonly kind: "command"; readonly command: string | null }
  /** The program that serves files by SFTP. */
  | { readonly kind: "sftp" }
  /** Sends a signal to what an earlier task runs. */
  | { readonly kind: "signal"; readonly name: string; readonly process: SwitchedProcess };

/** What a task runs as, on the target. */
export interface SwitchedProcess {
  readonly id: number;
  /** Its group; null where the target does not tell. */
  readonly group: number | null;
}

/** The random words both ends know each other by, hexadecimal digits of our own. */
export interface SwitchWords {
  /** What sudo asks the password with. It goes over the input: nobody on the target can read it in a command line. */
  readonly question: string;
  /** The account has been changed to. */
  readonly ready: string;
  /** What comes next is the command; whatever came before was a password nobody asked for. */
  readonly go: string;
  /** The target has no program for files. */
  readonly missing: string;
}

/** New words for one task. */
export function switchWords(): SwitchWords {
  const word = () => randomBytes(12).toString("hex");
  return { question: `${word()}:`, ready: word(), go: word(), missing: word() };
}

/** Where systems keep the program OpenSSH serves files with. */
const sftpServers = [
  "/usr/lib/openssh/sftp-server",
  "/usr/libexec/openssh/sftp-server",
  "/usr/lib/ssh/sftp-server",
  "/usr/lib64/ssh/sftp-server",
  "/usr/libexec/sftp-server",
  "/usr/lib/sftp-server",
  "/usr/local/libexec/sftp-server",
  "/usr/local/lib/openssh/sftp-server",
  "/run/current-system/sw/libexec/sftp-server",
];

/** How a task is started. */
export interface SwitchedStart {
  /** `su`; anything else is sudo. */
  readonly method: string;
  readonly task: SwitchedTask;
  readonly words: SwitchWords;
  /** Whether it has a terminal, which shows nothing of what is typed yet. */
  readonly hasTerminal: boolean;
}

/**
 * The command that becomes another account and runs a task as it. What it needs to know comes over its input, so
 * that nothing of a field is in it: the name, what sudo asks with, the password where one is asked for, `words.go`,
 * and the line of `commandLine`. Every program is replaced by the next, so a refusal ends it, and what follows the
 * line is the input of the task, untouched. It is quoted so that any shell reads it alike.
 */
export function switchedCommand({ method, task, words, hasTerminal }: SwitchedStart): string {
  const inner = innerScript(task, words, hasTerminal);
  const names = `IFS= read -r name; IFS= read -r SUDO_PROMPT; ${hasTerminal ? "stty echo; " : ""}`;
  const sudo = `export SUDO_PROMPT; exec sudo -k ${hasTerminal ? "" : "-S "}-H -u "$name" -- /bin/sh -c "$1"`;
  // A session of its own, which `-c` means elsewhere, would have no terminal to be interrupted from.
  const option = `o=-c; su --help </dev/null 2>&1 | grep -q session-command && o=--session-command; `;
  const su = [
    hasTerminal ? option : "o=-c; ",
    'q=$(printf "\\047"); LC_ALL=C; export LC_ALL; exec su - "$name" $o "exec /bin/sh -c $q$1$q"',
  ].join("");
  return `/bin/sh -c '${names}${method === "su" ? su : sudo}' sh '${inner}'`;
}

/** Runs as the other account, by `/bin/sh`; without quotes of one stroke, which surround it. */
function innerScript(task: SwitchedTask, { ready, go, missing }: SwitchWords, hasTerminal: boolean): string {
  const { before, run } = stepsOf(task, missing);
  return [
    ...before,
    // Lines of a terminal are short as long as it edits them.
    ...(hasTerminal ? ["t=$(stty -g)", "stty -echo -icanon min 1 time 0"] : [`echo ${ready} >&2`]),
    `echo ${ready} $$ $(ps -o pgid= -p $$ 2>/dev/null)`,
    "line=",
    `until [ "$line" = ${go} ]; do IFS= read -r line || exit 255; done`,
    "IFS= read -r line || exit 255",
    ...(hasTerminal ? ['stty "$t"'] : []),
    "cd 2>/dev/null || cd /",
    ...run,
  ].join("; ");
}

function stepsOf(
  task: SwitchedTask,
  missing: string,
): { readonly before: readonly string[]; readonly run: readonly string[] } {
  switch (task.kind) {
    case "command":
      return {
        before: [],
        run: [
          's=$(getent passwd "$(id -un)" 2>/dev/null | cut -d: -f7)',
          '[ -z "$s" ] || SHELL=$s',
          '[ -n "$SHELL" ] || SHELL=/bin/sh',
          "export SHELL",
          ...(task.command === null ? ['exec "$SHELL" -l'] : ['exec "$SHELL" -c "$(printf %b "$line")"']),
        ],
      };
    case "sftp":
      return {
        before: [
          `for server in ${sftpServers.join(" ")} "$(command -v sftp-server)"; do [ -x "$server" ] && break; done`,
          `[ -x "$server" ] || { echo ${missing}; exit 127; }`,
        ],
        run: ['exec "$server"'],
      };
    case "signal":
      return { before: [], run: [signalScript(task.name, task.process)] };
  }
}

function signalScript(name: string, { id, group }: SwitchedProcess): string {
  if (!/^[A-Z][A-Z0-9]{1,15}$/.test(name)) return "exit 1";
  const one = `kill -s ${name} ${id}`;
  return group === null ? one : `kill -s ${name} -- -${group} || ${one}`;
}

/** A task's command on one line of plain characters, as `printf %b` turns it back; "" where there is none. */
export function commandLine(task: SwitchedTask): string {
  if (task.kind !== "command" || task.command === null) return "";
  return [...Buffer.from(task.command)]
    .map((byte) =>
      byte >= 0x20 && byte < 0x7f && byte !== 0x5c
        ? String.fromCharCode(byte)
        : `\\0${byte.toString(8).padStart(3, "0")}`,
    )
    .join("");
}

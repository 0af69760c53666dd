import { isStatement, type JobModule } from "../stored-job.ts";

/** What can stand in a command between double braces. */
export type Variables = Readonly<Record<string, string>>;

/** A name in double braces: `{{ name }}`, or `{{ name | quote }}` for one word of a shell, one string of SQL. */
const placeholder = /\{\{\s*([A-Za-z_][\w.]*)\s*(\|\s*quote\s*)?\}\}/g;

/** A variable that has no value. */
export class UnknownVariable extends Error {
  readonly variable: string;
  constructor(variable: string) {
    super(`no variable is called ${variable}`);
    this.variable = variable;
  }
}

/** One word of a POSIX shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** One string of SQL: in MySQL a backslash is a character of its own only when it is doubled. */
const sqlString = (module: JobModule, text: string): string => {
  const doubled = text.replaceAll("'", "''");
  if (module === "mysql") return `'${doubled.replaceAll("\\", "\\\\")}'`;
  return `${module === "sqlserver" ? "N" : ""}'${doubled}'`;
};

/** How `| quote` quotes in a language. */
export const quoteOf = (module: JobModule): ((text: string) => string) =>
  isStatement(module) ? (text) => sqlString(module, text) : shellWord;

/**
 * Puts values in the place of variables, once: what a value says is never looked at again.
 *
 * @param quote what `| quote` does; default one word of a shell
 * @throws UnknownVariable
 */
export function withVariables(text: string, variables: Variables, quote = shellWord): string {
  return text.replace(placeholder, (_all, name: string, quoted: string | undefined) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) throw new UnknownVariable(name);
    return quoted === undefined ? value : quote(value);
  });
}

/** What a command runs on. */
export interface CommandTarget {
  /** Type of its platform, e.g. `linux`, `windows`, `switch`. */
  readonly type: string;
  readonly category: string;
}

/** What is wrong with a command on a target; a stable word. */
export type UnsuitableCommand = "too_long" | "needs_shell";

/** The longest line the shell of Windows takes. */
const longestOnWindows = 8_000;

/**
 * The line that runs a command by its module; the shell of the account runs it. What is no POSIX host takes commands of
 * the shell as they are.
 */
export function commandLine(
  { module, args, chdir }: { readonly module: JobModule; readonly args: string; readonly chdir: string },
  { type, category }: CommandTarget,
): string | { readonly problem: UnsuitableCommand } {
  const isWindows = type === "windows";
  const isHost = category === "host" && !isWindows;
  const into = chdir === "" ? "" : `cd ${shellWord(chdir)} && `;
  switch (module) {
    case "mysql":
    case "postgresql":
    case "sqlserver":
      return args;
    case "shell":
      return isHost ? `${into}exec /bin/sh -c ${shellWord(args)}` : args;
    case "python":
      if (!isHost) return { problem: "needs_shell" };
      return `${into}exec python3 -c ${shellWord(args)}`;
    case "win_shell": {
      if (category !== "host") return { problem: "needs_shell" };
      const folder = chdir === "" ? "" : `Set-Location -LiteralPath '${chdir.replaceAll("'", "''")}'\n`;
      const script = Buffer.from(folder + args, "utf16le").toString("base64");
      const line = `${isWindows ? "powershell" : "pwsh"} -NoProfile -NonInteractive -EncodedCommand ${script}`;
      return isWindows && line.length > longestOnWindows ? { problem: "too_long" } : line;
    }
  }
}

/** Words before a command that run it all the same. */
const runners: ReadonlySet<string> = new Set(["sudo", "doas", "exec", "nohup", "command", "time", "env"]);

/**
 * The first command of a text that is blocked; null: none is. Of a shell every command counts that begins a line or
 * follows another one; of other languages the first word.
 */
export function blockedCommand(
  { module, args }: { readonly module: JobModule; readonly args: string },
  blocked: readonly string[],
): string | null {
  if (module === "win_shell" || isStatement(module)) return null;
  const names = new Set(blocked.map((name) => name.trim()).filter((name) => name !== ""));
  const parts = module === "shell" ? args.split(/[\n;&|(]+/) : [args];
  for (const part of parts) {
    const words = part.trim().split(/\s+/);
    const at = words.findIndex((word) => !runners.has(word) && !/^\w+=/.test(word) && !word.startsWith("-"));
    const first = (words[at] ?? "").replace(/^.*\//, "");
    if (names.has(first)) return first;
  }
  return null;
}

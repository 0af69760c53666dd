/** A mark a shell puts into its output (OSC 133 of FinalTerm, OSC 633 of editors' terminals). */
export type ShellMark =
  /** The prompt begins. */
  | { readonly kind: "prompt" }
  /** The prompt ends, and with it begins what is typed. */
  | { readonly kind: "input" }
  /** The command is run; some shells say which. */
  | { readonly kind: "run"; readonly command: string | null }
  /** The shell tells the command line itself. */
  | { readonly kind: "command"; readonly command: string }
  /** The command has ended. */
  | { readonly kind: "done" };

/** Longest command a mark may tell. */
const longest = 8192;

/** Reads an operating system command; null when it is no such mark. */
export function readShellMark(text: string): ShellMark | null {
  const [, kind, rest = ""] = /^(?:133|633);([A-E])(?:;([\s\S]*))?$/.exec(text) ?? [];
  switch (kind) {
    case "A":
      return { kind: "prompt" };
    case "B":
      return { kind: "input" };
    case "C":
      return { kind: "run", command: urlCommand(rest) };
    case "D":
      return { kind: "done" };
    case "E":
      return text.startsWith("633;") ? { kind: "command", command: unescaped(rest) } : null;
    default:
      return null;
  }
}

/** `cmdline_url=`: the command as fish reports it. */
function urlCommand(parameters: string): string | null {
  const [, value] = /(?:^|;)cmdline_url=([^;]*)/.exec(parameters) ?? [];
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value).slice(0, longest);
  } catch {
    return null;
  }
}

/** The command of `633;E`: backslashes and `\xAB` stand for what may not appear; a nonce may follow a semicolon. */
function unescaped(parameters: string): string {
  const [command = ""] = parameters.split(";");
  return command
    .replace(/\\(?:x([0-9a-fA-F]{2})|(\\))/g, (_, hex: string | undefined) =>
      hex === undefined ? "\\" : String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .slice(0, longest);
}

/** What every mark begins with: private modes and system commands. */
const beginnings = ["\u001b[?", "\u001b]"];

/** Whether a mark may be in what a target sends. */
export const mayHoldMarks = (data: Buffer): boolean =>
  beginnings.some((beginning) => data.includes(beginning));

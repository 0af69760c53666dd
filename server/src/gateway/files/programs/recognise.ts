import type { FileRights } from "../rights.ts";
import { baseName, roughPrograms, simpleWords, type Word } from "./words.ts";

/** A file of a command line. */
export type FileArgument = Word;

/** A program that carries files, as the far end of its like on the client's side. */
export type FileProgram =
  /** `scp -t` and `scp -f`, the protocol before SFTP took its place. */
  | {
      readonly kind: "scp";
      readonly direction: "upload" | "download";
      readonly file: FileArgument;
      /** Whether the target is said to be a folder. */
      readonly isFolder: boolean;
    }
  | {
      readonly kind: "rsync";
      readonly direction: "upload" | "download";
      readonly files: readonly FileArgument[];
      /** Whether files may be removed on the target, or that cannot be told. */
      readonly removes: boolean;
      /** Options and names come within the stream, where they are not seen. */
      readonly isSecluded: boolean;
    }
  /** The SFTP server, run by its name. */
  | { readonly kind: "sftp-server" }
  /** Seems to carry files in a way that cannot be followed. */
  | { readonly kind: "obscure" };

/** What somebody must be granted for it, beside connecting. */
export function rightsFor(program: FileProgram): readonly (keyof FileRights)[] {
  switch (program.kind) {
    case "scp":
      return [program.direction];
    case "rsync":
      if (program.isSecluded) return ["upload", "download", "delete"];
      return program.removes ? [program.direction, "delete"] : [program.direction];
    case "sftp-server":
      return [];
    case "obscure":
      return ["upload", "download", "delete"];
  }
}

/** Tells whether a command carries files; null for any other. */
export function recogniseFileProgram(command: string): FileProgram | null {
  const words = simpleWords(command);
  const program = baseName(words?.[0]?.text ?? "");
  if (words !== null && words[0]?.isPattern === false) {
    const rest = words.slice(1);
    if (program === "sftp-server") return { kind: "sftp-server" };
    const recognised = program === "scp" ? readScp(rest) : program === "rsync" ? readRsync(rest) : null;
    if (recognised !== null) return recognised;
  }
  return roughPrograms(command).some(carriesFiles) ? { kind: "obscure" } : null;
}

function carriesFiles([program = "", ...words]: readonly string[]): boolean {
  switch (baseName(program)) {
    case "scp":
      return words.some((word) => /^-[a-zA-Z]*[tf]/.test(word));
    case "rsync":
      return words.includes("--server");
    case "sftp-server":
      return true;
    default:
      return false;
  }
}

function readScp(words: readonly Word[]): FileProgram | null {
  let direction: "upload" | "download" | null = null;
  let isFolder = false;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at]?.text ?? "";
    if (word === "--") {
      at += 1;
      break;
    }
    if (!word.startsWith("-")) break;
    if (!/^-[tfdrpvqB]+$/.test(word)) return null;
    if (word.includes("t") && word.includes("f")) return null;
    const said = word.includes("t") ? "upload" : word.includes("f") ? "download" : null;
    if (said !== null && direction !== null && said !== direction) return null;
    direction = said ?? direction;
    if (word.includes("d")) isFolder = true;
  }
  const [file, ...more] = words.slice(at);
  if (direction === null || file === undefined || more.length > 0) return null;
  return { kind: "scp", direction, file, isFolder };
}

/** Options that make more of it than carrying files. */
const forbidden =
  /^--(daemon|config|dparam|log-file|rsh|rsync-path|write-devices|copy-devices|temp-dir|files-from)(=|$)/;

/** Letters of one-letter options; what follows `e.` are capabilities. */
const letters = /^-[a-zA-Z0-9@]*(\.[a-zA-Z0-9.]*)?$/;

function readRsync(words: readonly Word[]): FileProgram | null {
  if (words[0]?.text !== "--server") return null;
  let direction: "upload" | "download" = "upload";
  let removes = false;
  let isSecluded = false;
  let at = 1;
  for (; at < words.length; at++) {
    const { text = "" } = words[at] ?? {};
    if (text === ".") break;
    if (!text.startsWith("-")) return null;
    if (text === "--sender") direction = "download";
    else if (text.startsWith("--")) {
      if (forbidden.test(text) || !/^--[a-z][\w-]*(=.*)?$/.test(text)) return null;
      if (/^--(delete|del$|remove-|backup-dir|force)/.test(text)) removes = true;
    } else {
      if (!letters.test(text)) return null;
      if ((text.split(".")[0] ?? "").replace(/e$/, "").includes("s")) isSecluded = true;
    }
  }
  const files = words.slice(at + 1);
  if (isSecluded) return { kind: "rsync", direction, files, removes: true, isSecluded };
  return files.length === 0 ? null : { kind: "rsync", direction, files, removes, isSecluded };
}

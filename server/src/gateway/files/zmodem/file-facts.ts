import { shownPath } from "../paths.ts";
import { recordedName, safeName } from "./names.ts";

/** What a sender says of a file before its content. */
export interface FileFacts {
  /** A name it may be saved by. */
  readonly name: string;
  /** What it is called in records. */
  readonly recorded: string;
  /** In bytes; null where it is not said. */
  readonly size: number | null;
}

/** Reads the data behind the header of a file: its name, NUL, and numbers, the first of them the size. */
export function fileFacts(data: Buffer): FileFacts {
  const [bytes = "", facts = ""] = data.toString("latin1").split("\0");
  const size = /^(\d{1,15})(?: |$)/.exec(facts)?.[1];
  return {
    name: safeName(shownPath(bytes)),
    recorded: recordedName(bytes),
    size: size === undefined ? null : Number(size),
  };
}

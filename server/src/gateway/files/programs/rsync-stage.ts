import type { ProgramExit, Stage } from "../../session-parts.ts";
import { shownPath } from "../paths.ts";
import type { FileEntry, SessionFileLog } from "../records.ts";
import type { FileProgram } from "./recognise.ts";

type Rsync = Extract<FileProgram, { kind: "rsync" }>;

/**
 * Writes down an rsync by the paths it was given: what is in its stream is differences between files, so neither sizes
 * nor hashes can be told.
 */
export class RsyncStage implements Stage {
  readonly #rsync: Rsync;
  readonly #log: SessionFileLog;
  #entries: readonly FileEntry[] = [];
  #exit: ProgramExit | null = null;

  constructor(rsync: Rsync, log: SessionFileLog) {
    this.#rsync = rsync;
    this.#log = log;
  }

  connected(): void {
    const { direction, files, isSecluded } = this.#rsync;
    const names = isSecluded ? ["rsync --secluded-args"] : files.map(({ text }) => shownPath(text));
    this.#entries = names.map((name) => this.#log.begin(direction, name));
  }

  exited(exit: ProgramExit): void {
    this.#exit = exit;
  }

  close(): void {
    const exit = this.#exit;
    const state = exit === null ? "partial" : "code" in exit && exit.code === 0 ? "complete" : "failed";
    for (const entry of this.#entries) {
      entry.end({ state, reason: state === "complete" ? "other_program" : "broken_off" });
    }
  }
}

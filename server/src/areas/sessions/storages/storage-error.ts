import type { Message } from "../../../engine/i18n/index.ts";
import { text } from "./texts.ts";

/** What can be wrong with a storage, as people read it. */
export const storageProblems = {
  unreachable: text.unreachable,
  untrusted: text.untrusted,
  slow: text.slow,
  denied: text.denied,
  clock: text.clock,
  no_bucket: text.noBucket,
  region: text.otherRegion,
  full: text.full,
  busy: text.busy,
  missing: text.missing,
  absent: text.absent,
  no_upload: text.noUpload,
  changed: text.changed,
  password: text.password,
  host_key: text.hostKeyChanged,
  no_sftp: text.noSftp,
  large: text.large,
  version: text.version,
  fields: text.fields,
  failed: text.failed,
} as const satisfies Readonly<Record<string, Message>>;

/** A stable word for what is wrong; rows keep it. */
export type StorageProblem = keyof typeof storageProblems;

/** What a word that a row keeps says to people; null for none. */
export const problemText = (word: string): Message | null =>
  word in storageProblems ? storageProblems[word as StorageProblem] : null;

/** A storage did not do what it was asked. Nothing of what it answered is in the message. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly problem: StorageProblem;
  readonly detail: Message;

  constructor(problem: StorageProblem) {
    super(`storage: ${problem}`);
    this.problem = problem;
    this.detail = storageProblems[problem];
  }
}

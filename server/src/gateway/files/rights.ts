import type { FileAction } from "../ports.ts";

/** What somebody may do with the files of a target; from the actions of their permission. */
export interface FileRights {
  /** Create, write, rename, link, change attributes. */
  readonly upload: boolean;
  /** Read what is in files. */
  readonly download: boolean;
  /** Remove files and folders. */
  readonly delete: boolean;
}

/** The actions that are rights to files. */
export const rightNames: readonly FileAction[] = ["upload", "download", "delete"];

/** The rights a grant gives. Looking at folders takes any of them. */
export const fileRights = (actions: readonly string[]): FileRights => ({
  upload: actions.includes("upload"),
  download: actions.includes("download"),
  delete: actions.includes("delete"),
});

/** Whether files may be dealt with at all. */
export const anyRight = ({ upload, download, delete: remove }: FileRights): boolean =>
  upload || download || remove;

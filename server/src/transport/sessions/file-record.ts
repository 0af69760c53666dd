/** One thing done to files on a target; stored again, under its id, when more of it is known. */
export interface FileRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly user: string;
  readonly remoteAddress: string;
  readonly assetId: string;
  readonly asset: string;
  readonly account: string;
  readonly operate:
    | "mkdir"
    | "rmdir"
    | "delete"
    | "upload"
    | "rename"
    | "symlink"
    | "download"
    | "rename_dir"
    | "setstat";
  /** The path, or `old=>new`, as a person reads it. */
  readonly filename: string;
  readonly dateStart: Date;
  /** Null while it goes on. */
  readonly dateEnd: Date | null;
  readonly state: "running" | "complete" | "partial" | "failed";
  /** Why it failed or why there is no hash, a stable word; "" when there is nothing to say. */
  readonly reason: string;
  /** Bytes that were carried; null where that is not known. */
  readonly size: number | null;
  /** Of the whole content, in hexadecimal digits; null where it is not known. */
  readonly sha256: string | null;
  /** The kept copy: its place below the data folder and its sealed key; null when none is kept. */
  readonly copy: { readonly path: string; readonly sealedKey: string } | null;
}

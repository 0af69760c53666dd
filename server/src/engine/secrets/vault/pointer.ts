/** Where a secret is in the vault: a path below the mount point, and the version of it that is meant. */
export interface VaultLocation {
  readonly path: string;
  /** Of the key/value engine; a version never changes, so anyone who holds this finds what was written. */
  readonly version: number;
  /**
   * Lies beside the secret: a vault that was emptied, or restored from before, counts its versions anew, and what is
   * there then is not what was written here.
   */
  readonly mark: string;
}

/** What is in a column of sealed values where the value is in the vault. */
export const pointerPrefix = "vault:";

/** A place -> what stands for it in the database. */
export const formatPointer = ({ path, version, mark }: VaultLocation): string =>
  `${pointerPrefix}${version}:${path}:${mark}`;

/** The place a stored value points to, or null: it is the sealed value itself. */
export function readPointer(kept: string): VaultLocation | null {
  const [, version, path, mark] = /^vault:([1-9]\d{0,9}):([\w/-]{1,400}):([\w-]{1,64})$/.exec(kept) ?? [];
  return version === undefined || path === undefined || mark === undefined
    ? null
    : { path, version: Number(version), mark };
}

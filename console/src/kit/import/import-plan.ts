import type { FieldMap, Metadata } from "../metadata/types.ts";
import type { ImportMode } from "./import-api.ts";

/** What a list says about its import beyond the rules of all lists. */
export interface ImportOptions {
  /** List URL rows are sent to, and which describes them, when the list's own resource does not take them. */
  readonly url?: string;
  /** What the rows are called together when that differs from the list. */
  readonly name?: string;
  /** Modes that are not offered; all that the person may use and the server describes are unless named. */
  readonly without?: readonly ImportMode[];
  /** Said in the dialog. */
  readonly hint?: string;
}

/** What the person may do here. */
interface ImportPermissions {
  readonly add: boolean;
  readonly change: boolean;
}

/**
 * The modes of an import: new objects for those who may add, changes for those who may change, each only where the
 * metadata of the list says that the server takes it (docs/contract/console.md, "Import").
 */
export function importModes(
  may: ImportPermissions,
  metadata: Metadata | undefined,
  without: readonly ImportMode[] = [],
): ImportMode[] {
  const actions = metadata?.actions ?? {};
  const offered: Readonly<Record<ImportMode, boolean>> = {
    create: may.add && actions.POST !== undefined,
    update: may.change && (actions.PATCH ?? actions.PUT) !== undefined,
  };
  return (["create", "update"] as const).filter((mode) => offered[mode] && !without.includes(mode));
}

/** The fields rows of a mode are made of. */
export function importFields(mode: ImportMode, metadata: Metadata | undefined): FieldMap {
  const actions = metadata?.actions ?? {};
  return (mode === "create" ? actions.POST : (actions.PATCH ?? actions.PUT)) ?? {};
}

/** Whether a list takes arrays of objects: it does where it describes changes, which are made by arrays alone there. */
export const takesMany = (metadata: Metadata | undefined): boolean =>
  (metadata?.actions?.PATCH ?? metadata?.actions?.PUT) !== undefined;

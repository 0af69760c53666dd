import { assetsTable } from "../readable-tables.ts";

/** What a relation to an asset shows in lists of something else: what it is called, and where it is. */
export const namedAsset = {
  table: assetsTable.name,
  key: "uuid",
  attributes: { id: "r.id", name: "r.name", address: "r.address" },
} as const;

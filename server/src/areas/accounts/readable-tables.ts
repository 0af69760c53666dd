import { readableTable } from "../../engine/database/index.ts";

/** The accounts of assets; secrets are read through functions. */
export const accountsTable = readableTable("accounts", [
  "asset_id",
  "id",
  "org_id",
  "username",
  "is_active",
  "secret_type",
  "name",
  "privileged",
  "su_from_id",
  "version",
  "source",
  "comment",
  "connectivity",
  "date_created",
  "date_updated",
  "secret_sealed",
]);

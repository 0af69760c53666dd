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
  "by_certificate",
  "su_from_id",
  "version",
  "source",
  "comment",
  "connectivity",
  "version",
  "date_created",
  "date_updated",
  "secret_sealed",
]);

/** Which secrets accounts had, and since when. */
export const accountHistoriesTable = readableTable("account_histories", [
  "account_id",
  "version",
  "history_date",
]);

/** The accounts that were found on assets. */
export const gatheredAccountsTable = readableTable("gathered_accounts", ["asset_id", "username", "present"]);

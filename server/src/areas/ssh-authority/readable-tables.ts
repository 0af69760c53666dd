import { readableTable } from "../../engine/database/index.ts";

/** The keys of the authority. */
export const authorityKeysTable = readableTable("ssh_authority_keys", ["fingerprint", "date_retired"]);

/** The accounts that trust a former key of the authority. */
export const formerTrustsTable = readableTable("ssh_authority_accounts", [
  "account_id",
  "fingerprint",
  "state",
  "problem",
  "date_tried",
]);

import { sql } from "kysely";
import type { SecretNote } from "../../../engine/secrets/index.ts";

/** What the vault stores of an account besides its secret. */
export interface AccountInVault {
  readonly id: string;
  readonly org_id: string;
  readonly asset_id: string;
  readonly name: string;
  readonly username: string;
  readonly secret_type: string;
}

/** The columns of `AccountInVault`, of `accounts`. */
export const accountInVault = sql`id, org_id, asset_id, name, username, secret_type`;

/** Where the secrets of an account lie, each a version. Contract: docs/contract/accounts.md, "The vault". */
export const accountPath = ({
  org_id,
  asset_id,
  id,
}: Pick<AccountInVault, "org_id" | "asset_id" | "id">): string =>
  `orgs/${org_id}/assets/${asset_id}/accounts/${id}`;

/** What people who look into the vault see of an account or a template. */
export const noteOf = ({
  name,
  username,
  secret_type,
}: Pick<AccountInVault, "name" | "username" | "secret_type">): SecretNote => ({
  name,
  username,
  secret_type,
});

/** What the vault stores of a template besides its secret. */
export type TemplateInVault = Omit<AccountInVault, "asset_id">;

/** The columns of `TemplateInVault`, of `account_templates`. */
export const templateInVault = sql`id, org_id, name, username, secret_type`;

/** Where the secrets of a template lie. */
export const templatePath = ({ org_id, id }: Pick<TemplateInVault, "org_id" | "id">): string =>
  `orgs/${org_id}/account-templates/${id}`;

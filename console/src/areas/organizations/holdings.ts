import { isRecord } from "../../kit/api/api-error.ts";
import type { Row } from "../../kit/metadata/types.ts";

/** What is counted of an organization, with the name of the count in `resource_statistics`. */
export const HOLDINGS = [
  { key: "users", count: "users_amount" },
  { key: "groups", count: "groups_amount" },
  { key: "assets", count: "assets_amount" },
  { key: "permissions", count: "asset_perms_amount" },
] as const;

/** The kinds of things that keep an organization from being deleted; a first node it always has. */
const GUARDS = [...HOLDINGS, { key: "domains", count: "domains_amount" }] as const;

/** Key of a kind of thing an organization holds, as its text is called. */
export type Holding = (typeof GUARDS)[number]["key"];

/** One count of an organization; 0 when it is not told. */
export function amountOf(organization: Row, count: string): number {
  const statistics = organization.resource_statistics;
  return isRecord(statistics) ? Number(statistics[count] ?? 0) : 0;
}

/** What an organization still holds of the things it has to be without before it is deleted. */
export function stillHeld(organization: Row): readonly { readonly key: Holding; readonly amount: number }[] {
  return GUARDS.map(({ key, count }) => ({ key, amount: amountOf(organization, count) })).filter(
    ({ amount }) => amount > 0,
  );
}

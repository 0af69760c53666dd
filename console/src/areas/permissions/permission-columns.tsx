import type { ColumnPlan } from "../../kit/list/columns.ts";
import { Amount, idsQuery } from "../../kit/list/formatters/amount.tsx";
import { rowName } from "../../kit/list/rows.ts";
import type { Row } from "../../kit/metadata/types.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";
import { ASSETS } from "../assets/index.ts";
import { GROUPS, USERS } from "../users/index.ts";
import { accountNames } from "./account-names.ts";

/** The objects of a relation: how many, which, and a list of them. */
function amount(field: string, resource: ResourceDescriptor, defaults: readonly string[]) {
  const columns: ColumnPlan = { defaults, exclude: ["avatar_url"] };
  return {
    align: "right" as const,
    render: (row: Row) => (
      <Amount
        value={row[field]}
        title={rowName(row)}
        list={{ resource, columns, query: idsQuery(row[field]) }}
      />
    ),
  };
}

/** The columns of asset permissions, wherever these are listed. */
export const PERMISSION_COLUMNS: ColumnPlan = {
  defaults: ["name", "users", "user_groups", "assets", "nodes", "accounts", "is_valid", "date_expired"],
  overrides: {
    users: amount("users", USERS, ["name", "username", "email", "is_valid"]),
    user_groups: amount("user_groups", GROUPS, ["name", "comment"]),
    assets: amount("assets", ASSETS, ["name", "address", "platform", "is_active"]),
    nodes: { align: "right", render: (row) => <Amount value={row.nodes} title={rowName(row)} /> },
    accounts: { render: (row) => accountNames(row.accounts) },
  },
};

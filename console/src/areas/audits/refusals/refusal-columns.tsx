import { Link } from "react-router";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import type { FilterPlan } from "../../../kit/list/list-props.ts";
import { DetailLink } from "../../../kit/list/resource-list.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { REFUSALS } from "../resources.ts";

/** Filters that no one types; the address may have them. */
export const REFUSAL_FILTERS: FilterPlan = { exclude: ["id", "user_id", "asset_id"] };

interface NamedProps {
  readonly row: Row;
  /** Whose name is shown, and what permission its page needs. */
  readonly of: "user" | "asset";
}

const PAGES = {
  user: { id: "user_id", path: "/console/users", needs: "users.view_user" },
  asset: { id: "asset_id", path: "/console/assets/assets", needs: "assets.view_asset" },
} as const;

/** Who or what a refusal was about, as a link for those who may see it. */
export function Named({ row, of }: NamedProps) {
  const { can } = useSession();
  const { id, path, needs } = PAGES[of];
  const name = valueText(row[of]);
  if (typeof row[id] !== "string" || name === "" || !can(needs)) return <>{name}</>;
  return <Link to={`${path}/${row[id]}`}>{name}</Link>;
}

/** What somebody wanted: an asset with an account, or a request. */
const wanted = (row: Row): string =>
  [valueText(row.asset), valueText(row.account)].filter((part) => part !== "").join(" · ") ||
  valueText(row.target);

const ALL = ["user", "kind", "wanted", "reason", "channel", "remote_addr", "count", "datetime"] as const;

/** The columns of refused attempts, but for those that are the same in every row. */
export const refusalColumns = (label: string, without: readonly string[] = []): ColumnPlan => ({
  defaults: ALL.filter((name) => !without.includes(name)),
  always: ["wanted", "kind"],
  exclude: ["id", "user_id", "asset_id", "org_id", ...without],
  extra: ["wanted"],
  overrides: {
    wanted: {
      title: label,
      width: 280,
      render: (row) => <DetailLink resource={REFUSALS} row={row} text={wanted(row)} />,
    },
    user: { render: (row) => <Named row={row} of="user" /> },
    count: { align: "right" },
  },
});

import type { ColumnPlan } from "../../../kit/list/columns.ts";

/** What no list of rules has a column for. */
const EXCLUDED = ["rules", "reviewers"];

/**
 * The columns of rules, wherever these are listed: in the order in which they are gone through.
 *
 * @param about what sets this kind apart, after the name
 */
export function ruleColumns(about: readonly string[] = []): ColumnPlan {
  return {
    defaults: ["name", "users", ...about, "action", "priority", "is_active", "comment"],
    exclude: EXCLUDED,
  };
}

import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { VIRTUAL_ACCOUNTS } from "../resources.ts";
import { useAccountTexts } from "../use-account-texts.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "secret_from_login", "comment"],
  always: ["name"],
};
const UPDATE_ONLY = ["update"] as const;
const isDynamicUser = (row: Row) => row.alias === "@USER";

/** What permissions mean by manual input, the same account and the anonymous one. */
export function VirtualList() {
  const { t } = useAccountTexts();
  return (
    <ResourceList
      resource={VIRTUAL_ACCOUNTS}
      label={t("virtual.title")}
      columns={COLUMNS}
      create={null}
      emptyHint={t("accounts:virtualEmpty")}
      toolbar={{ imports: false, exports: false }}
      bulk={{ delete: false }}
      rows={{ builtIns: UPDATE_ONLY, canChange: isDynamicUser }}
    />
  );
}

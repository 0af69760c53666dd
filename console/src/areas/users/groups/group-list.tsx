import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { Amount } from "../../../kit/list/formatters/amount.tsx";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import { Page } from "../../../kit/page.tsx";
import { GROUPS, USERS } from "../resources.ts";

const MEMBERS: ColumnPlan = { defaults: ["name", "username", "email", "is_valid"], exclude: ["avatar_url"] };

const COLUMNS: ColumnPlan = {
  defaults: ["name", "users", "comment", "date_created"],
  overrides: {
    users: {
      align: "right",
      render: (row) => (
        <Amount
          value={row.users}
          title={rowName(row)}
          list={{ resource: USERS, columns: MEMBERS, query: { group_id: String(row.id) } }}
        />
      ),
    },
  },
};

/** The list of user groups. */
export default function GroupList() {
  const { t } = useTranslation(["routes", "users"]);
  return (
    <Page title={t("groups")}>
      <ResourceList
        resource={GROUPS}
        label={t("groups")}
        columns={COLUMNS}
        create={{ label: t("groupCreate") }}
        emptyHint={t("users:groupsEmpty")}
      />
    </Page>
  );
}

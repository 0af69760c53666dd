import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import { Page } from "../../kit/page.tsx";
import { GROUPS } from "./resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "users_amount", "comment", "date_created"],
  exclude: ["users"],
  overrides: { name: { render: (row) => <DetailLink resource={GROUPS} row={row} /> } },
};

/** The list of user groups. */
export default function GroupList() {
  const { t } = useTranslation("routes");
  return (
    <Page title={t("groups")}>
      <ResourceList resource={GROUPS} label={t("groups")} columns={COLUMNS} createLabel={t("groupCreate")} />
    </Page>
  );
}

import { Button } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import type { ListHandle } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { type Action, DELETE_ORDER } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { SettingDialog } from "../settings/index.ts";
import { amountOf, HOLDINGS } from "./holdings.ts";
import { ORGANIZATIONS } from "./resources.ts";
import { useDeletion } from "./use-deletion.tsx";

const UPDATE_ONLY = ["update"] as const;
const GLOBAL_NAME = ["GLOBAL_ORG_DISPLAY_NAME"] as const;

/** The organizations, and how much is in each. */
export default function OrganizationList() {
  const { t } = useTranslation(["organizations", "routes", "common"]);
  const { can, organizations, profile } = useSession();
  const [naming, setNaming] = useState(false);
  const askToDelete = useDeletion();
  const columns = useMemo<ColumnPlan>(() => {
    const counts = HOLDINGS.map(({ count }) => count);
    return {
      defaults: ["name", ...counts, "comment"],
      exclude: ["resource_statistics", "is_root"],
      extra: counts,
      overrides: Object.fromEntries(
        HOLDINGS.map(({ key, count }) => [
          count,
          {
            title: t(`amount.${key}`),
            align: "right" as const,
            sortable: false,
            width: 110,
            render: (row: Row) => <span className="numeric">{amountOf(row, count)}</span>,
          },
        ]),
      ),
    };
  }, [t]);
  const actions = (row: Row, list: ListHandle): readonly Action[] => [
    ...(organizations.some(({ id }) => id === row.id)
      ? [{ key: "work", label: t("work"), order: 50, to: `/console/dashboard?oid=${String(row.id)}` }]
      : []),
    ...(can("orgs.delete_organization")
      ? [
          {
            key: "delete",
            label: t("common:delete"),
            order: DELETE_ORDER,
            danger: true,
            disabled: row.internal === true,
            run: () => askToDelete(row, list.reload),
          },
        ]
      : []),
  ];
  return (
    <Page
      title={t("routes:organizations")}
      actions={
        profile.is_superuser === true ? (
          <Button onClick={() => setNaming(true)}>{t("globalName")}</Button>
        ) : null
      }
    >
      <ResourceList
        resource={ORGANIZATIONS}
        label={t("routes:organizations")}
        columns={columns}
        create={{ label: t("routes:organizationCreate") }}
        rows={{ builtIns: UPDATE_ONLY, extras: actions }}
        bulk={{ delete: false }}
        toolbar={{ exports: false, imports: false }}
        emptyHint={t("emptyHint")}
      />
      {naming ? (
        <SettingDialog
          title={t("globalName")}
          category="basic"
          keys={GLOBAL_NAME}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </Page>
  );
}

import { TabPage } from "../../kit/detail/tab-page.tsx";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { createPath, ROLES, type RoleScope } from "./resources.ts";
import { useRoleTexts } from "./use-role-texts.ts";

const NO_FILTERS = ["scope"];
const BUILT_INS = ["update", "delete"] as const;
const isChangeable = (row: Row) => row.builtin !== true;

function columnsOf(scope: RoleScope): ColumnPlan {
  return {
    defaults: ["display_name", "users_amount", "builtin", "comment"],
    always: ["display_name"],
    exclude: ["name", "permissions"],
    overrides: {
      display_name: {
        render: (row) => <DetailLink resource={ROLES[scope]} row={row} text={valueText(row.display_name)} />,
      },
      users_amount: { align: "right", width: 110 },
    },
  };
}

const COLUMNS: Readonly<Record<RoleScope, ColumnPlan>> = {
  system: columnsOf("system"),
  org: columnsOf("org"),
};

function Roles({ scope }: { readonly scope: RoleScope }) {
  const { t } = useRoleTexts();
  const { can } = useSession();
  const mayAdd = can(`rbac.add_${scope}role`);
  return (
    <ResourceList
      resource={ROLES[scope]}
      label={t(`roles:scope.${scope}`)}
      columns={COLUMNS[scope]}
      filters={{ exclude: NO_FILTERS }}
      emptyHint={t("roles:emptyHint")}
      create={{ query: `?scope=${scope}`, label: t("routes:roleCreate") }}
      rows={{
        canChange: isChangeable,
        builtIns: BUILT_INS,
        extras: (row) =>
          mayAdd
            ? [
                {
                  key: "duplicate",
                  label: t("common:duplicate"),
                  order: 30,
                  to: createPath(scope, String(row.id)),
                },
              ]
            : [],
      }}
      bulk={{ delete: false }}
    />
  );
}

/** The roles of the system and those of organizations. */
export default function RoleList() {
  const { t } = useRoleTexts();
  const { can } = useSession();
  const scopes = (["system", "org"] as const).filter((scope) => can(`rbac.view_${scope}role`));
  const keys = { system: "SysRoleList", org: "OrgRoleList" };
  return (
    <Page title={t("routes:roles")}>
      <TabPage
        tabs={scopes.map((scope) => ({
          key: keys[scope],
          label: t(`roles:scope.${scope}`),
          content: <Roles scope={scope} />,
        }))}
      />
    </Page>
  );
}

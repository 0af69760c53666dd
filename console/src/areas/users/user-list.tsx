import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { toast, toastFailure } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { rowKey } from "../../kit/list/data-table.tsx";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { USERS } from "./resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "email", "groups", "system_roles", "org_roles", "source", "is_valid"],
  always: ["name", "username"],
  exclude: [
    "password_strategy",
    "is_otp_secret_key_bound",
    "mfa_enabled",
    "is_superuser",
    "mfa_force_enabled",
    "is_service_account",
    "avatar_url",
  ],
  overrides: { name: { render: (row) => <DetailLink resource={USERS} row={row} /> } },
};

/** The list of users. */
export default function UserList() {
  const { t } = useTranslation(["users", "routes"]);
  const { can, profile } = useSession();
  const mayTouch = (row: Row) => row.is_superuser !== true || profile.is_superuser === true;
  const setActive = async (rows: readonly Row[], active: boolean, reload: () => Promise<void>) => {
    try {
      const body = rows.map((row) => ({ id: rowKey(row), is_active: active }));
      await api(USERS.url, { method: "PATCH", body });
      toast("success", t(active ? "activated" : "deactivated", { count: rows.length }));
    } catch (error) {
      toastFailure(error);
    }
    await reload();
  };
  return (
    <Page title={t("routes:users")}>
      <ResourceList
        resource={USERS}
        label={t("routes:users")}
        columns={COLUMNS}
        createLabel={t("routes:userCreate")}
        canChange={mayTouch}
        bulkExtras={(rows, list) =>
          can("users.change_user")
            ? [
                { key: "on", label: t("activate"), run: () => void setActive(rows, true, list.reload) },
                { key: "off", label: t("deactivate"), run: () => void setActive(rows, false, list.reload) },
              ]
            : []
        }
      />
    </Page>
  );
}

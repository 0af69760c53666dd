import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { GROUP_OPTIONS, USERS } from "./resources.ts";

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
};

const BULK_UPDATE = {
  fields: ["groups", "date_expired", "comment"],
  overrides: { groups: { related: GROUP_OPTIONS } },
};

/** The list of users. */
export default function UserList() {
  const { t } = useTranslation("routes");
  const { profile } = useSession();
  const superuser = profile.is_superuser === true;
  const mayTouch = useCallback((row: Row) => superuser || row.is_superuser !== true, [superuser]);
  return (
    <Page title={t("users")}>
      <ResourceList
        resource={USERS}
        label={t("users")}
        columns={COLUMNS}
        createLabel={t("userCreate")}
        canChange={mayTouch}
        selectionFields={["is_superuser"]}
        canSelect={mayTouch}
        activation
        bulkUpdate={BULK_UPDATE}
      />
    </Page>
  );
}

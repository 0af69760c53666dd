import { UserAddOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { nameSummary } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import type { ColumnOverride, ColumnPlan } from "../../kit/list/columns.ts";
import { useList } from "../../kit/list/list-context.ts";
import type { ListHandle } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { GROUP_OPTIONS, USERS } from "./resources.ts";
import { blockedOf, unblockEach } from "./unblock-selected.ts";
import { useLeaving } from "./use-leaving.ts";

const InviteDialog = lazy(async () => ({ default: (await import("./invite-dialog.tsx")).InviteDialog }));

const EXCLUDED = [
  "password_strategy",
  "is_otp_secret_key_bound",
  "mfa_enabled",
  "is_superuser",
  "mfa_force_enabled",
  "is_service_account",
  "avatar_url",
];

/** Exceptions: they are worth a word only where they hold. */
const SHOWN_WHEN_TRUE = [
  "login_blocked",
  "is_first_login",
  "can_public_key_auth",
  "need_update_password",
  "is_expired",
];

const BULK_UPDATE = {
  fields: ["groups", "date_expired", "comment"],
  overrides: { groups: { related: GROUP_OPTIONS } },
};
const SELECTION_FIELDS = ["is_superuser", "login_blocked"];

function useColumns(withRoles: boolean): ColumnPlan {
  const { t } = useTranslation("common");
  return useMemo(() => {
    const roles = withRoles ? ["org_roles"] : [];
    const exception = (name: string): readonly [string, ColumnOverride] => [
      name,
      {
        render: (row) =>
          row[name] === true ? (
            <StatusMark
              good={name === "can_public_key_auth"}
              calm={name === "is_first_login"}
              text={t("yes")}
            />
          ) : (
            ""
          ),
      },
    ];
    return {
      defaults: ["name", "username", "email", "groups", "system_roles", ...roles, "source", "is_valid"],
      always: ["name", "username"],
      exclude: withRoles ? EXCLUDED : [...EXCLUDED, "org_roles"],
      overrides: Object.fromEntries(SHOWN_WHEN_TRUE.map(exception)),
    };
  }, [withRoles, t]);
}

function InviteButton() {
  const { t } = useTranslation("users");
  const { can, organization } = useSession();
  const list = useList();
  const [open, setOpen] = useState(false);
  if (organization === undefined) return null;
  return (
    <>
      <Button icon={<UserAddOutlined />} disabled={!can("users.invite_user")} onClick={() => setOpen(true)}>
        {t("invite.button")}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <InviteDialog organization={organization} onInvited={list.reload} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Unblocks those of the selected users who are locked out. */
function useUnblocking(): (rows: readonly Row[], list: ListHandle) => readonly Action[] {
  const { t } = useTranslation("users");
  const { can } = useSession();
  const may = can("users.change_user");
  return useCallback(
    (rows, list) => {
      const blocked = blockedOf(rows);
      if (!may || blocked.length === 0) return [];
      const run = async () => {
        const { done, failed, reason } = await unblockEach(blocked);
        if (failed.length === 0) toast("success", t("unblockSelected.done", { count: done }));
        else toast("error", t("unblockSelected.some", { done, names: nameSummary(failed), reason }));
        await list.reload();
      };
      const label = t("unblockSelected.action", { count: blocked.length });
      return [{ key: "unblock", label, run: () => void run() }];
    },
    [may, t],
  );
}

/** The list of users. */
export default function UserList() {
  const { t } = useTranslation(["routes", "users", "common"]);
  const { profile, organization, inRoot, licensed } = useSession();
  const superuser = profile.is_superuser === true;
  const mayTouch = useCallback((row: Row) => superuser || row.is_superuser !== true, [superuser]);
  // Without a license there is one organization, which nobody is invited to and nobody leaves.
  const inOrganization = licensed && !inRoot;
  const columns = useColumns(!inRoot);
  const leaving = useLeaving(inOrganization ? organization : undefined);
  const unblocking = useUnblocking();
  return (
    <Page title={t("users")}>
      <ResourceList
        resource={USERS}
        label={t("users")}
        columns={columns}
        create={{ label: t("userCreate") }}
        filters={{
          more: {
            joined_from: { label: t("users:joinedFrom") },
            sign_in_from: { label: t("users:signInFrom") },
            connected: {
              label: t("users:connected"),
              choices: [
                { value: "1", label: t("common:yes") },
                { value: "0", label: t("common:no") },
              ],
            },
          },
        }}
        emptyHint={t("users:emptyHint")}
        toolbar={{ extra: inOrganization ? <InviteButton /> : null }}
        rows={{ canChange: mayTouch, canSelect: mayTouch, extras: leaving.one }}
        selectionFields={SELECTION_FIELDS}
        bulk={{
          extras: (rows, list) => [...unblocking(rows, list), ...leaving.selected(rows, list)],
          activation: true,
          update: BULK_UPDATE,
        }}
      />
    </Page>
  );
}

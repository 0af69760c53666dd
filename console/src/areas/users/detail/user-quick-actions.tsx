import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../kit/api/client.ts";
import { type QuickAction, QuickActions } from "../../../kit/detail/quick-actions.tsx";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { toast } from "../../../kit/feedback.ts";
import { rowName } from "../../../kit/list/rows.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { userChatActions, useSourceTexts } from "../../providers/index.ts";
import { USERS } from "../resources.ts";
import { useResetActions } from "./use-reset-actions.ts";

const PasswordDialog = lazy(() => import("./password-dialog.tsx"));

/** What can be done at once with somebody's sign-in. */
export function UserQuickActions(context: DetailContext) {
  const { row, fields, patch, reload } = context;
  const { t } = useTranslation("users");
  const { t: ofSources } = useSourceTexts();
  const { can, profile } = useSession();
  const [settingPassword, setSettingPassword] = useState(false);
  const name = rowName(row);
  const isMe = row.id === profile.id;
  const locked = !can("users.change_user") || (row.is_superuser === true && profile.is_superuser !== true);
  const resets = useResetActions(context, locked);
  const actions: readonly QuickAction[] = [
    {
      key: "active",
      title: t("activate"),
      checked: row.is_active === true,
      // Nobody locks themselves out, and the first administrator is always active.
      disabled: locked || isMe || row.username === "admin",
      run: (checked) => patch({ is_active: checked }),
    },
    {
      key: "mfaLevel",
      title: fields.mfa_level?.label ?? "MFA",
      value: plainValue(row.mfa_level) as number,
      choices: fields.mfa_level?.choices ?? [],
      disabled: locked,
      run: (level) => patch({ mfa_level: level }),
    },
    {
      key: "unblock",
      title: t("quick.unblock"),
      button: t("quick.unblockButton"),
      disabled: locked || row.login_blocked !== true,
      run: async () => {
        await api(`${USERS.url}${String(row.id)}/unblock/`, { method: "PATCH", body: {} });
        toast("success", t("quick.unblockBody", { name }));
        await reload();
      },
    },
    {
      key: "password",
      title: t("quick.password"),
      button: t("quick.passwordButton"),
      disabled: locked || plainValue(row.source) !== "local",
      run: () => setSettingPassword(true),
    },
    ...resets,
    ...userChatActions(ofSources, row, locked, reload),
  ];
  return (
    <>
      <QuickActions actions={actions} />
      {settingPassword ? (
        <Suspense fallback={null}>
          <PasswordDialog user={row} onSet={reload} onClose={() => setSettingPassword(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ApiOptions, api } from "../../../kit/api/client.ts";
import { type QuickAction, QuickActions } from "../../../kit/detail/quick-actions.tsx";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast } from "../../../kit/feedback.ts";
import { rowName } from "../../../kit/list/rows.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { USERS } from "../resources.ts";

const PasswordDialog = lazy(() => import("./password-dialog.tsx"));

interface Question {
  readonly title: string;
  readonly body: string;
  readonly button: string;
  readonly done: string;
  readonly path: string;
  readonly method: ApiOptions["method"];
}

/** What can be done at once with somebody's sign-in. */
export function UserQuickActions({ row, fields, patch, reload }: DetailContext) {
  const { t } = useTranslation("users");
  const { can, profile } = useSession();
  const [settingPassword, setSettingPassword] = useState(false);
  const name = rowName(row);
  const isMe = row.id === profile.id;
  const locked = !can("users.change_user") || (row.is_superuser === true && profile.is_superuser !== true);
  const ask = ({ title, body, button, done, path, method }: Question) =>
    confirm({
      title,
      content: body,
      confirmText: button,
      danger: true,
      onConfirm: async () => {
        const url = `${USERS.url}${String(row.id)}/${path}`;
        await api(url, method === "GET" ? {} : { method: method ?? "PATCH", body: {} });
        toast("success", done);
        await reload();
      },
    });
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
    {
      key: "mailed",
      title: t("quick.mailed"),
      button: t("quick.send"),
      disabled: locked || plainValue(row.source) !== "local",
      run: () =>
        ask({
          title: t("quick.mailedTitle", { name }),
          body: t("quick.mailedBody", { name }),
          button: t("quick.send"),
          done: t("quick.mailedDone", { name }),
          path: "password/reset/",
          method: "PATCH",
        }),
    },
    {
      key: "mfa",
      title: t("quick.mfa"),
      button: t("quick.reset"),
      // What else than an authenticator somebody has is not told; whoever is asked for a factor may have one.
      disabled: locked || isMe || (row.is_otp_secret_key_bound !== true && row.mfa_enabled !== true),
      run: () =>
        ask({
          title: t("quick.mfaTitle", { name }),
          body: t("quick.mfaBody", { name }),
          button: t("quick.reset"),
          done: t("quick.mfaDone", { name }),
          path: "mfa/reset/",
          method: "GET",
        }),
    },
    {
      key: "key",
      title: t("quick.key"),
      button: t("quick.reset"),
      disabled: locked || profile.can_public_key_auth !== true,
      run: () =>
        ask({
          title: t("quick.keyTitle", { name }),
          body: t("quick.keyBody", { name }),
          button: t("quick.reset"),
          done: t("quick.keyDone", { name }),
          path: "pubkey/reset/",
          method: "PATCH",
        }),
    },
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

import { useTranslation } from "react-i18next";
import { type ApiOptions, api } from "../../../kit/api/client.ts";
import type { QuickAction } from "../../../kit/detail/quick-actions.tsx";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast } from "../../../kit/feedback.ts";
import { rowName } from "../../../kit/list/rows.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { USERS } from "../resources.ts";

interface Question {
  readonly title: string;
  readonly body: string;
  readonly button: string;
  readonly done: string;
  readonly path: string;
  readonly method: ApiOptions["method"];
}

/**
 * What is asked about before it is done to somebody's sign-in: a mail for a new password, and the factors and keys taken
 * away.
 *
 * @param locked whether the viewer may change nothing of this user
 */
export function useResetActions({ row, reload }: DetailContext, locked: boolean): readonly QuickAction[] {
  const { t } = useTranslation("users");
  const { profile } = useSession();
  const name = rowName(row);
  const isMe = row.id === profile.id;
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
  return [
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
}

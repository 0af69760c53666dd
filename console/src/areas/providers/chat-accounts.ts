import { api } from "../../kit/api/client.ts";
import { confirmed } from "../../kit/confirm/confirmation.ts";
import type { QuickAction } from "../../kit/detail/quick-actions.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../kit/feedback.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue } from "../../kit/metadata/value-text.ts";
import type { useSourceTexts } from "./use-source-texts.ts";

/** The platforms whose accounts people bind (docs/contract/identity.md, "Chat platforms"). */
const PLATFORMS = [
  { name: "wecom", label: "WeCom", column: "wecom_id" },
  { name: "dingtalk", label: "DingTalk", column: "dingtalk_id" },
  { name: "feishu", label: "FeiShu", column: "feishu_id" },
] as const;

type Platform = (typeof PLATFORMS)[number];
type Texts = ReturnType<typeof useSourceTexts>["t"];

const isBound = (row: Row, { column }: Platform): boolean =>
  typeof row[column] === "string" && row[column] !== "";

function askToUnbind(
  t: Texts,
  { name, label: platform }: Platform,
  {
    of,
    body,
    onDone,
  }: { readonly of: string; readonly body: string; readonly onDone: () => Promise<unknown> },
): void {
  const unbind = async () => {
    const call = async () => {
      await api(`/api/v1/authentication/${name}/qr/unbind/${of}`, { method: "POST", body: {} });
      return true;
    };
    try {
      if ((await confirmed(call)) !== true) return;
      toast("success", t("sources:chat.done", { platform }));
      await onDone();
    } catch (failure) {
      toastFailure(failure);
    }
  };
  confirm({
    title: t("sources:chat.title", { platform }),
    content: body,
    confirmText: t("sources:chat.unbind"),
    danger: true,
    // The question goes before the confirmation of who it is comes.
    onConfirm: async () => {
      void unbind();
    },
  });
}

/** What a person can do with their own accounts: those of platforms that are on, and what is bound still. */
export function ownChatActions(
  t: Texts,
  profile: Row,
  settings: Readonly<Record<string, unknown>>,
  onDone: () => Promise<unknown>,
): readonly QuickAction[] {
  const shown = PLATFORMS.filter(
    (platform) => settings[`AUTH_${platform.name.toUpperCase()}`] === true || isBound(profile, platform),
  );
  return shown.map((platform) => {
    const { name, label } = platform;
    const bound = isBound(profile, platform);
    const bind = async () => {
      const asked = await confirmed(() => api("/api/v1/authentication/confirm-oauth/"));
      if (asked === undefined) return;
      const back = `${location.pathname}${location.search}`;
      location.assign(`/core/auth/${name}/qr/bind/?${new URLSearchParams({ redirect_url: back })}`);
    };
    const unbind = () =>
      askToUnbind(t, platform, { of: "", body: t("sources:chat.ownBody", { platform: label }), onDone });
    return {
      key: name,
      title: t("sources:chat.account", { platform: label }),
      button: bound ? t("sources:chat.unbind") : t("sources:chat.bind"),
      danger: bound,
      disabled: bound && plainValue(profile.source) === name,
      run: bound ? unbind : bind,
    };
  });
}

/** What an administrator can do with the accounts of somebody: take those that are bound. */
export function userChatActions(
  t: Texts,
  row: Row,
  locked: boolean,
  onDone: () => Promise<unknown>,
): readonly QuickAction[] {
  return PLATFORMS.filter((platform) => isBound(row, platform)).map((platform) => ({
    key: platform.name,
    title: t("sources:chat.account", { platform: platform.label }),
    button: t("sources:chat.unbind"),
    danger: true,
    disabled: locked,
    run: () =>
      askToUnbind(t, platform, {
        of: `${String(row.id)}/`,
        body: t("sources:chat.body", { name: String(row.name), platform: platform.label }),
        onDone,
      }),
  }));
}

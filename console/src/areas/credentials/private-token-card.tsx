import { useState } from "react";
import { api } from "../../kit/api/client.ts";
import { confirmed } from "../../kit/confirm/confirmation.ts";
import { DetailCard } from "../../kit/detail/detail-card.tsx";
import { type QuickAction, QuickActions } from "../../kit/detail/quick-actions.tsx";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../kit/feedback.ts";
import { ShowKeyCopy } from "../../kit/list/formatters/show-key-copy.tsx";
import { useSession } from "../../kit/session.ts";
import { TimeText } from "../../kit/time-text.tsx";
import { useCredentialTexts } from "./use-credential-texts.ts";
import { PRIVATE_TOKEN_URL, type PrivateToken } from "./use-private-token.ts";

/** The one private token of a person: made, replaced and deleted here. */
export function PrivateTokenCard({ token }: { readonly token: PrivateToken }) {
  const { t } = useCredentialTexts();
  const { can } = useSession();
  const [made, setMade] = useState<string>();
  const has = typeof token.facts?.date_created === "string";
  const make = async () => {
    try {
      const answer = await confirmed(() =>
        api<{ readonly token: string }>(PRIVATE_TOKEN_URL, { method: "POST", body: {} }),
      );
      if (answer === undefined) return;
      setMade(answer.token);
      await token.refresh();
    } catch (failure) {
      toastFailure(failure);
    }
  };
  const replace = () =>
    confirm({
      title: t("private.replaceTitle"),
      content: t("private.replaceBody"),
      confirmText: t("private.replace"),
      danger: true,
      onConfirm: make,
    });
  const remove = () =>
    confirm({
      title: t("private.removeTitle"),
      content: t("private.removeBody"),
      confirmText: t("common:delete"),
      danger: true,
      onConfirm: async () => {
        await api(PRIVATE_TOKEN_URL, { method: "DELETE" });
        toast("success", t("private.removed"));
        await token.refresh();
      },
    });
  const renewal: QuickAction = {
    key: "make",
    title: t(has ? "private.renewal" : "private.first"),
    button: t(has ? "private.replace" : "private.make"),
    disabled: !can("authentication.add_accesskey"),
    run: has ? replace : make,
  };
  const removal: QuickAction = {
    key: "remove",
    title: t("private.removal"),
    button: t("common:delete"),
    danger: true,
    disabled: !can("authentication.delete_accesskey"),
    run: remove,
  };
  const time = (value: string | null | undefined) =>
    typeof value === "string" ? <TimeText value={value} /> : "-";
  return (
    <>
      <p className="hint">{t("private.help")}</p>
      <div className="detail-columns">
        <DetailCard
          title={t("private.tab")}
          items={[
            { key: "state", label: t("private.state"), value: t(has ? "private.has" : "private.hasNone") },
            { key: "created", label: t("private.created"), value: time(token.facts?.date_created) },
            { key: "used", label: t("private.used"), value: time(token.facts?.date_last_used) },
          ]}
        />
        <QuickActions title={t("common:actions")} actions={has ? [renewal, removal] : [renewal]} />
      </div>
      {made === undefined ? null : (
        <Dialog title={t("private.madeTitle")} size="small" onClose={() => setMade(undefined)}>
          <p>{t("private.madeBody")}</p>
          <ShowKeyCopy name={t("private.tab")} value={made} download />
        </Dialog>
      )}
    </>
  );
}

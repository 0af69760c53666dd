import i18next from "i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { LINKS } from "./sources.ts";

/** Who a link is of. */
export const linkedUser = ({ user }: Row): string =>
  isRecord(user) ? `${String(user.name)} (${String(user.username)})` : "-";

/** Asks, and removes the link of a user to a person of a source. */
export function unlink(link: Row, name: string, onDone: () => Promise<unknown>): void {
  confirm({
    title: i18next.t("sources:unlink.title", { name }),
    content: i18next.t("sources:unlink.body"),
    confirmText: i18next.t("sources:unlink.action"),
    danger: true,
    onConfirm: async () => {
      await api(`${LINKS.url}${String(link.id)}/`, { method: "DELETE" });
      toast("success", i18next.t("sources:unlink.done", { name }));
      await onDone();
    },
  });
}

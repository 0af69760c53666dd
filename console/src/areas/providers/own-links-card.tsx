import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { api } from "../../kit/api/client.ts";
import { confirmed } from "../../kit/confirm/confirmation.ts";
import { confirm } from "../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../kit/feedback.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { useSession } from "../../kit/session.ts";
import { LinkRow, sourceLabel, sourceName } from "./link-row.tsx";
import { OWN_LINKS_URL } from "./sources.ts";
import { useSourceTexts } from "./use-source-texts.ts";

const queryKey = ["own-source-links"];

/** The systems a person can sign in with beside this one; nothing where there is none. */
export function OwnLinksCard() {
  const { t } = useSourceTexts();
  const { profile } = useSession();
  const cache = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<readonly Row[]>(OWN_LINKS_URL, { signal }),
    retry: false,
  });
  if (data === undefined || data.length === 0) return null;
  const remove = async (link: Row, source: string) => {
    const call = async () => {
      await api(`${OWN_LINKS_URL}${String(link.id)}/`, { method: "DELETE" });
      return true;
    };
    try {
      if ((await confirmed(call)) !== true) return;
      toast("success", t("sources:unlink.ownDone", { source }));
      await cache.invalidateQueries({ queryKey });
    } catch (failure) {
      toastFailure(failure);
    }
  };
  const ask = (link: Row) => {
    const source = sourceLabel(link.source);
    confirm({
      title: t("sources:unlink.title", { name: source }),
      content: t("sources:unlink.ownBody", { source }),
      confirmText: t("sources:unlink.action"),
      danger: true,
      // The question goes before the confirmation of who it is comes.
      onConfirm: async () => {
        void remove(link, source);
      },
    });
  };
  return (
    <section className="card">
      <h2>{t("sources:card.title")}</h2>
      <p className="hint">{t("sources:card.ownHint")}</p>
      <ul className="source-links">
        {data.map((link) => (
          <LinkRow key={String(link.id)} link={link}>
            {sourceName(link.source) === sourceName(profile.source) ? (
              <span className="hint">{t("sources:card.managed")}</span>
            ) : (
              <Button
                size="small"
                danger
                aria-label={t("sources:unlink.one", { source: sourceLabel(link.source) })}
                onClick={() => ask(link)}
              >
                {t("sources:unlink.action")}
              </Button>
            )}
          </LinkRow>
        ))}
      </ul>
    </section>
  );
}

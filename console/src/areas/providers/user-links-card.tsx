import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { fetchPage } from "../../kit/api/resources.ts";
import type { DetailContext } from "../../kit/detail/resource-detail.tsx";
import { rowName } from "../../kit/list/rows.ts";
import { useSession } from "../../kit/session.ts";
import { LinkRow, sourceLabel } from "./link-row.tsx";
import { LINKS, SET_UP } from "./sources.ts";
import { unlink } from "./unlink.ts";
import { useSourceTexts } from "./use-source-texts.ts";

/** More than anybody has. */
const MOST = 50;

/** With what other systems a user signs in; nothing where there is none, or for who does not set up sign-in. */
export function UserLinksCard({ row }: DetailContext) {
  const { t } = useSourceTexts();
  const { can } = useSession();
  const cache = useQueryClient();
  const id = String(row.id);
  const queryKey = ["user-source-links", id];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchPage(LINKS.url, { user: id, limit: MOST }, signal),
    enabled: can(SET_UP),
    retry: false,
  });
  if (data === undefined || data.results.length === 0) return null;
  return (
    <section className="card">
      <h2>{t("sources:card.title")}</h2>
      <ul className="source-links">
        {data.results.map((link) => (
          <LinkRow key={String(link.id)} link={link}>
            <Button
              size="small"
              danger
              aria-label={t("sources:unlink.one", { source: sourceLabel(link.source) })}
              onClick={() => unlink(link, rowName(row), () => cache.invalidateQueries({ queryKey }))}
            >
              {t("sources:unlink.action")}
            </Button>
          </LinkRow>
        ))}
      </ul>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { fetchPage } from "../../kit/api/resources.ts";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import { FailureNotice, TableSkeleton } from "../../kit/list/list-states.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import { recentPlatforms, rememberPlatform } from "./recent-platforms.ts";
import { PLATFORMS } from "./resources.ts";

interface PlatformDialogProps {
  /** Id of the node the new asset starts in. */
  readonly node: string | undefined;
  readonly onClose: () => void;
}

/** Platforms by the label of their type, the recently used ones first. */
export function groupPlatforms(
  rows: readonly Row[],
  recent: readonly number[],
  recentTitle: string,
): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  const used = recent.map((id) => rows.find((row) => row.id === id)).filter((row) => row !== undefined);
  if (used.length > 0) groups.set(recentTitle, used);
  for (const row of rows) {
    const type = valueText(row.type);
    groups.set(type, [...(groups.get(type) ?? []), row]);
  }
  return [...groups];
}

/** Asks which kind of host is to be created. */
export default function PlatformDialog({ node, onClose }: PlatformDialogProps) {
  const { t } = useTranslation("assets");
  const navigate = useNavigate();
  const platforms = useQuery({
    queryKey: ["list", PLATFORMS.url, "hosts"],
    queryFn: ({ signal }) => fetchPage(PLATFORMS.url, { category: "host", limit: 100 }, signal),
    staleTime: 300_000,
  });
  const choose = (platform: Row) => {
    rememberPlatform(Number(platform.id));
    const query = new URLSearchParams({
      platform: String(platform.id),
      type: String(plainValue(platform.type)),
      category: "host",
      ...(node === undefined ? {} : { node }),
    });
    void navigate(`/console/assets/hosts/create?${query.toString()}`);
  };
  return (
    <Dialog title={t("choosePlatform")} size="medium" onClose={onClose}>
      {platforms.error !== null ? (
        <FailureNotice error={platforms.error} onRetry={() => void platforms.refetch()} />
      ) : platforms.data === undefined ? (
        <TableSkeleton />
      ) : (
        groupPlatforms(platforms.data.results, recentPlatforms(), t("recentPlatforms")).map(
          ([title, rows]) => (
            <section key={title} className="platform-group">
              <h3>{title}</h3>
              <div className="platform-choices">
                {rows.map((row) => (
                  <Button key={String(row.id)} onClick={() => choose(row)}>
                    {valueText(row.name)}
                  </Button>
                ))}
              </div>
            </section>
          ),
        )
      )}
    </Dialog>
  );
}

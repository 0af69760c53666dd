import { useQuery } from "@tanstack/react-query";
import { Button, Collapse, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { fetchPage } from "../../../kit/api/resources.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { FailureNotice, TableSkeleton } from "../../../kit/list/list-states.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { type CategoryName, categoryRank, createPath } from "../categories.ts";
import { PLATFORMS } from "../resources.ts";
import { recentPlatforms, rememberPlatform } from "./recent-platforms.ts";
import "../forms/forms.css";

/** Up to this many platforms are shown without opening their groups. */
const AT_ONCE = 16;

interface PlatformDialogProps {
  /** The category that is chosen from; every one unless given. */
  readonly category: CategoryName | undefined;
  /** Id of the node the new asset starts in. */
  readonly node: string | undefined;
  readonly onClose: () => void;
}

/**
 * Platforms by the label of their category, or within one category of their type; the recently used ones stand first,
 * newest first.
 */
export function groupPlatforms(
  rows: readonly Row[],
  recent: readonly number[],
  recentTitle: string,
  by: "category" | "type",
): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  const used = recent.map((id) => rows.find((row) => row.id === id)).filter((row) => row !== undefined);
  if (used.length > 0) groups.set(recentTitle, used);
  for (const row of rows.toSorted((a, b) => categoryRank(a) - categoryRank(b))) {
    const title = valueText(row[by]);
    groups.set(title, [...(groups.get(title) ?? []), row]);
  }
  return [...groups];
}

interface GroupsProps {
  readonly rows: readonly Row[];
  readonly by: "category" | "type";
  readonly onChoose: (platform: Row) => void;
}

function Groups({ rows, by, onChoose }: GroupsProps) {
  const { t } = useTranslation(["assetForms", "common"]);
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = rows.filter((row) =>
    [row.name, row.type].some((part) => valueText(part).toLowerCase().includes(wanted)),
  );
  const groups = groupPlatforms(found, recentPlatforms(), t("recentPlatforms"), by);
  const titles = groups.map(([title]) => title);
  return (
    <>
      <Input.Search
        allowClear
        autoFocus
        aria-label={t("searchPlatforms")}
        placeholder={t("common:search")}
        onChange={(event) => setSearch(event.target.value)}
      />
      {groups.length === 0 ? <p className="hint">{t("noPlatforms")}</p> : null}
      <Collapse
        ghost
        className="platform-groups"
        // What was searched for is shown wherever it stands.
        {...(wanted === ""
          ? { key: "all", defaultActiveKey: titles.slice(0, rows.length > AT_ONCE ? 1 : undefined) }
          : { key: "found", activeKey: titles })}
        items={groups.map(([title, platforms]) => ({
          key: title,
          label: title,
          extra: <span className="numeric hint">{platforms.length}</span>,
          children: (
            <div className="platform-choices">
              {platforms.map((platform) => (
                <Button key={String(platform.id)} onClick={() => onChoose(platform)}>
                  {valueText(platform.name)}
                </Button>
              ))}
            </div>
          ),
        }))}
      />
    </>
  );
}

/** Asks which kind of asset is to be created. */
export default function PlatformDialog({ category, node, onClose }: PlatformDialogProps) {
  const { t } = useTranslation("assetForms");
  const navigate = useNavigate();
  const platforms = useQuery({
    queryKey: ["list", PLATFORMS.url, "choices", category],
    // All at once: there are as many as an organization has kinds of machines.
    queryFn: ({ signal }) => fetchPage(PLATFORMS.url, { category }, signal),
    staleTime: 300_000,
  });
  const choose = (platform: Row) => {
    const path = createPath(platform, node);
    if (path === undefined) return;
    rememberPlatform(Number(platform.id));
    onClose();
    void navigate(path);
  };
  return (
    <Dialog title={t("choosePlatform")} size="large" onClose={onClose}>
      {platforms.error !== null ? (
        <FailureNotice error={platforms.error} onRetry={() => void platforms.refetch()} />
      ) : platforms.data === undefined ? (
        <TableSkeleton />
      ) : (
        <Groups
          rows={platforms.data.results}
          by={category === undefined ? "category" : "type"}
          onChoose={choose}
        />
      )}
    </Dialog>
  );
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchPage } from "../../kit/api/resources.ts";
import { screenExists } from "../../kit/screens.ts";
import { useSession } from "../../kit/session.ts";
import type { RouteEntry } from "../routes/route-entry.ts";
import { matchingPages, type PalettePage } from "./palette-items.ts";
import { recentPages } from "./recent-pages.ts";

/** Time without typing before the server is asked, in milliseconds. */
const PAUSE = 180;

/** Most assets shown. */
const ASSETS = 8;

/** What can be chosen in the palette. */
export interface PaletteOption {
  readonly key: string;
  readonly group: "recent" | "pages" | "assets";
  readonly title: string;
  readonly hint: string;
  /** Path below `/ui` for a page; address of the terminal page for an asset. */
  readonly target: string;
}

interface FoundAsset {
  readonly id: string;
  readonly name: string;
  readonly address?: string;
  readonly platform?: { readonly name?: string };
  readonly is_active?: boolean;
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** The options for what was typed, in groups, and how the search for assets goes. */
export function usePaletteItems(screens: readonly RouteEntry[], typed: string) {
  const { t } = useTranslation(["routes", "shell"]);
  const { can, profile, organization } = useSession();
  const search = usePaused(typed.trim());
  const assets = useQuery({
    queryKey: ["list", "/api/v1/perms/users/self/assets/", "palette", search],
    queryFn: ({ signal }) =>
      fetchPage<FoundAsset>("/api/v1/perms/users/self/assets/", { search, limit: ASSETS }, signal),
    enabled: search !== "" && can("perms.view_myassets"),
    placeholderData: keepPreviousData,
  });
  const pages = useMemo<PalettePage[]>(
    () =>
      screens
        .filter(({ path }) => !path.includes(":"))
        .map(({ path, title, view }) => ({ path, title: t(title), section: t(`shell:view.${view}`) })),
    [screens, t],
  );
  const recent = useMemo<PalettePage[]>(() => {
    const fixed = new Map(pages.map((page) => [page.path, page]));
    const here = location.pathname.replace(/^\/ui/, "");
    return recentPages(profile.username, organization?.id)
      .filter(({ path }) => path !== here && screenExists(path))
      .map((page) => fixed.get(page.path) ?? { ...page, section: "" });
  }, [pages, profile.username, organization?.id]);

  const option = (group: PaletteOption["group"], page: PalettePage): PaletteOption => ({
    key: `${group}:${page.path}`,
    group,
    title: page.title,
    hint: page.section,
    target: page.path,
  });
  const empty = typed.trim() === "";
  const matchingRecent = matchingPages(recent, typed, empty ? 5 : 3);
  const shown = new Set(matchingRecent.map(({ path }) => path));
  const options: PaletteOption[] = [
    ...matchingRecent.map((page) => option("recent", page)),
    ...matchingPages(
      pages.filter(({ path }) => !shown.has(path)),
      typed,
      empty ? 50 : 8,
    ).map((page) => option("pages", page)),
    ...(empty || search === "" ? [] : (assets.data?.results ?? []))
      .filter((asset) => asset.is_active !== false)
      .map((asset) => ({
        key: `assets:${asset.id}`,
        group: "assets" as const,
        title: asset.name,
        hint: [asset.address, asset.platform?.name].filter(Boolean).join(" · "),
        target: `/luna/?login_to=${encodeURIComponent(asset.id)}`,
      })),
  ];
  return {
    options,
    searching: !empty && (search !== typed.trim() || assets.isFetching),
    failure: empty ? null : assets.error,
  };
}

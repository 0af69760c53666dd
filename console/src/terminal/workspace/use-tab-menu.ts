import type { MenuProps } from "antd";
import { useTranslation } from "react-i18next";
import { FILES_PROTOCOL } from "../connect/connect-state.ts";
import { useLuna } from "../page/luna-context.ts";
import { hasPane } from "../session/pane-layout.ts";
import { mayReconnect } from "../session/session-state.ts";
import { TAB_COLORS, type TerminalTab } from "../session/tabs-state.ts";
import { useTabs } from "./tabs-context.ts";
import { useWindowOfItsOwn } from "./use-window-of-its-own.ts";

/** What can be done with a tab. */
export function useTabMenu(tab: TerminalTab): NonNullable<MenuProps["items"]> {
  const { t } = useTranslation("terminal");
  const { state, dispatch, reconnect, clone, split, close, rename } = useTabs();
  const toWindow = useWindowOfItsOwn(tab);
  const isInSplit = state.layout !== undefined && hasPane(state.layout, tab.key);
  const openFiles = useOpenFiles(tab);
  const share = useShare(tab);
  const keys = state.tabs.map(({ key }) => key);
  const place = keys.indexOf(tab.key);
  return [
    { key: "clone", label: t("tab.clone"), onClick: () => clone(tab.key) },
    {
      key: "reconnect",
      label: t("tab.reconnect"),
      disabled: !mayReconnect(tab.session.phase),
      onClick: () => reconnect(tab.key),
    },
    ...(share === undefined ? [] : [{ key: "share", label: t("toolbar.share"), onClick: share }]),
    ...(openFiles === undefined ? [] : [{ key: "files", label: t("toolbar.files"), onClick: openFiles }]),
    { key: "rename", label: t("tab.rename"), onClick: () => rename(tab.key) },
    {
      key: "color",
      label: t("look.color"),
      children: [undefined, ...TAB_COLORS].map((color) => ({
        key: `color-${color ?? "none"}`,
        label: t(`look.${color ?? "noColor"}`),
        onClick: () => dispatch({ type: "colored", key: tab.key, color }),
      })),
    },
    { type: "divider" },
    { key: "split-right", label: t("split.right"), onClick: () => split(tab.key, "right") },
    { key: "split-down", label: t("split.down"), onClick: () => split(tab.key, "bottom") },
    ...(isInSplit
      ? [
          {
            key: "split-leave",
            label: t("split.leave"),
            onClick: () => dispatch({ type: "alone", key: tab.key }),
          },
        ]
      : []),
    {
      key: "window",
      label: t("look.toWindow"),
      disabled: toWindow === undefined,
      onClick: () => toWindow?.(),
    },
    { type: "divider" },
    { key: "close", label: t("tab.close"), onClick: () => close([tab.key]) },
    {
      key: "others",
      label: t("tab.closeOthers"),
      disabled: keys.length < 2,
      onClick: () => close(keys.filter((key) => key !== tab.key)),
    },
    {
      key: "right",
      label: t("tab.closeRight"),
      disabled: place === keys.length - 1,
      onClick: () => close(keys.slice(place + 1)),
    },
    { key: "all", label: t("tab.closeAll"), onClick: () => close(keys) },
  ];
}

/** Opens what is shared of a tab's session; undefined where none can be. */
export function useShare({ key, session }: TerminalTab): (() => void) | undefined {
  const { share } = useTabs();
  const { settings } = useLuna();
  const isOpen = session.phase === "live" || session.phase === "paused";
  if (settings.SECURITY_SESSION_SHARE !== true || !isOpen || !session.sessionId) return undefined;
  return () => share(key);
}

/** Leads to the files of a tab's asset; undefined where they cannot be reached. */
export function useOpenFiles({ target }: TerminalTab): (() => void) | undefined {
  const { connect } = useTabs();
  const { hasFiles, assetId, assetName, address } = target;
  if (!hasFiles) return undefined;
  const asset = { id: assetId, name: assetName, address };
  return () => connect(asset, { dialog: true, protocol: FILES_PROTOCOL });
}

import type { MenuProps } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type MenuControl, useMenu } from "../../kit/menu/use-menu.tsx";
import { useLuna } from "../page/luna-context.ts";
import { connectAddress } from "../startup/page-address.ts";
import { type AssetReference, useTabs } from "../workspace/tabs-context.ts";
import { useFavorites } from "./use-favorites.ts";

/** What the right-click menu is about. */
export type MenuSubject =
  | { kind: "asset"; asset: AssetReference; disabled: boolean }
  | {
      kind: "folder";
      open: boolean;
      expand(): void;
      fold(): void;
      expandAll(): void;
      foldAll(): void;
    };

/** The menu of an asset or a folder. */
export interface AssetMenu {
  /**
   * @param at in pixels of the window
   * @param byKey whether it was asked for with a key
   */
  open(subject: MenuSubject, at: { readonly left: number; readonly top: number }, byKey: boolean): void;
  readonly element: MenuControl["element"];
}

/**
 * The menu of an asset or a folder, opened on right click, and by keyboard.
 *
 * @param checked assets that were ticked, to be connected to one after the other
 * @param onFavorites called when the favourites were changed
 * @param onClosed called when it has been closed
 */
export function useAssetMenu(
  checked: readonly AssetReference[],
  onFavorites: () => void,
  onClosed: () => void,
): AssetMenu {
  const { t } = useTranslation("terminal");
  const { connect, connectAll } = useTabs();
  const { organization } = useLuna();
  const { favorites, toggle, available } = useFavorites(onFavorites);
  const [subject, setSubject] = useState<MenuSubject>();
  const items: MenuProps["items"] = [];
  if (subject?.kind === "folder") {
    items.push(
      subject.open
        ? { key: "fold", label: t("tree.fold"), onClick: subject.fold }
        : { key: "expand", label: t("tree.expand"), onClick: subject.expand },
      { key: "expand-all", label: t("check.expandAll"), onClick: subject.expandAll },
      { key: "fold-all", label: t("check.foldAll"), onClick: subject.foldAll },
    );
  }
  if (subject?.kind === "asset") {
    const { asset, disabled } = subject;
    const favorite = favorites.has(asset.id);
    if (checked.length > 0) {
      items.push({
        key: "checked",
        label: t("check.connect", { count: checked.length }),
        onClick: () => connectAll(checked),
      });
    }
    items.push(
      {
        key: "connect",
        label: t("tree.connectWith"),
        disabled,
        onClick: () => connect(asset, { dialog: true }),
      },
      {
        key: "window",
        label: t("tree.newWindow"),
        disabled,
        onClick: () => window.open(connectAddress(asset.id, organization?.id), "_blank", "noopener"),
      },
    );
    if (available) {
      items.push({
        key: "favorite",
        label: favorite ? t("tree.removeFavorite") : t("tree.addFavorite"),
        onClick: () => toggle(asset.id),
      });
    }
  }
  const menu = useMenu({ items }, "bottomLeft", onClosed);
  return {
    open: (about, { left, top }, byKey) => {
      setSubject(about);
      menu.open(() => ({ left, top, width: 0, height: 0 }), byKey);
    },
    element: menu.element,
  };
}

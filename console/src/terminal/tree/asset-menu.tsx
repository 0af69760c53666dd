import { Dropdown, type MenuProps } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLuna } from "../page/luna-context.ts";
import { connectAddress } from "../startup/page-address.ts";
import { type AssetReference, useTabs } from "../workspace/tabs-context.ts";
import { useFavorites } from "./use-favorites.ts";

/** What the right-click menu is about. */
export type MenuSubject =
  | { kind: "asset"; asset: AssetReference; disabled: boolean }
  | { kind: "folder"; open: boolean; expand(): void; fold(): void };

/** Opens the menu of an asset or a folder on right click, and where `open` says so (keyboard). */
export function AssetMenu(props: {
  subject: MenuSubject | undefined;
  children: ReactNode;
  onOpenChange(open: boolean): void;
  /** Called when the favourites were changed. */
  onFavorites(): void;
}) {
  const { t } = useTranslation("terminal");
  const { connect } = useTabs();
  const { organization } = useLuna();
  const { favorites, toggle, available } = useFavorites(props.onFavorites);
  const { subject } = props;
  const items: MenuProps["items"] = [];
  if (subject?.kind === "folder") {
    items.push(
      subject.open
        ? { key: "fold", label: t("tree.fold"), onClick: subject.fold }
        : { key: "expand", label: t("tree.expand"), onClick: subject.expand },
    );
  }
  if (subject?.kind === "asset") {
    const { asset, disabled } = subject;
    const favorite = favorites.has(asset.id);
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
  return (
    <Dropdown trigger={["contextMenu"]} menu={{ items }} onOpenChange={props.onOpenChange} destroyOnHidden>
      {props.children}
    </Dropdown>
  );
}

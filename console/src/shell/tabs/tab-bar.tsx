import { MoreOutlined } from "@ant-design/icons";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MenuButton } from "../../kit/menu/menu-button.tsx";
import { prepareMenus, useMenu } from "../../kit/menu/use-menu.tsx";
import { TabItem } from "./tab-item.tsx";
import { tabKeys } from "./tab-keys.ts";
import "./tabs.css";
import { useTabMenu } from "./use-tab-menu.ts";
import type { TabsControl } from "./use-tabs.ts";

/** `MouseEvent.button` of the one that asks for a menu; a key that does has another. */
const RIGHT_BUTTON = 2;

/** The row of visited pages. Arrows move between them, Delete and the middle button close, a menu holds the rest. */
export function TabBar({ control }: { readonly control: TabsControl }) {
  const { t } = useTranslation("tabs");
  const { tabs, active } = control;
  const row = useRef<HTMLDivElement>(null);
  const menuOf = useTabMenu(control);
  const current = tabs.find(({ path }) => path === active);
  const reachable = current ?? tabs[0];
  const [askedPath, setAskedPath] = useState<string>();
  const asked = tabs.find(({ path }) => path === askedPath);
  const menu = useMenu(asked === undefined ? { items: [] } : menuOf(asked), "bottomLeft", () => {
    if (row.current?.ownerDocument.activeElement?.closest("[role=menu]")) linkOf(askedPath)?.focus();
  });

  const linkOf = (path: string | undefined) =>
    [...(row.current?.querySelectorAll<HTMLElement>("[data-path]") ?? [])].find(
      (link) => link.dataset.path === path,
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the row has become longer
  useEffect(() => {
    // With the next frame: at once, the browser would have to lay out the page for it alone.
    const frame = requestAnimationFrame(() => {
      linkOf(active)?.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    return () => cancelAnimationFrame(frame);
  }, [active, tabs.length]);

  // One menu for the row: a menu of its own around every tab costs each change of page.
  const onContextMenu = (event: MouseEvent) => {
    const item = (event.target as Element).closest(".tab")?.querySelector<HTMLElement>("[data-path]");
    const path = item?.dataset.path;
    if (path === undefined) return;
    event.preventDefault();
    setAskedPath(path);
    const { clientX: left, clientY: top } = event;
    menu.open(() => ({ left, top, width: 0, height: 0 }), event.button !== RIGHT_BUTTON);
  };
  const onKeyDown = tabKeys(control, linkOf);

  return (
    <div className="tab-bar">
      {tabs.length === 0 ? <div className="tab-row" /> : null}
      <div
        ref={row}
        className="tab-row"
        hidden={tabs.length === 0}
        role="tablist"
        aria-label={t("list")}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        onPointerEnter={() => void prepareMenus()}
      >
        {tabs.map((tab) => (
          <TabItem
            key={tab.path}
            tab={tab}
            address={tab.address}
            active={tab === current}
            reachable={tab === reachable}
            onOpen={() => control.open(tab)}
            onClose={() => control.close(tab)}
          />
        ))}
      </div>
      {menu.element}
      <MenuButton
        type="text"
        size="small"
        className="tab-more"
        icon={<MoreOutlined />}
        aria-label={t("menu")}
        title={t("menu")}
        disabled={current === undefined}
        placement="bottomRight"
        menu={current === undefined ? { items: [] } : menuOf(current)}
      />
    </div>
  );
}

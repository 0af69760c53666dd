import { CloseOutlined, MoreOutlined, PushpinOutlined } from "@ant-design/icons";
import { Button, Dropdown, type MenuProps } from "antd";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Tab } from "./tab-store.ts";
import "./tabs.css";
import type { TabsControl } from "./use-tabs.ts";

/** Width of a tab's menu, in pixels. */
const MENU_WIDTH = 105;

function useTabMenu(control: TabsControl): (tab: Tab) => MenuProps {
  const { t } = useTranslation("tabs");
  return (tab) => {
    const others = control.tabs.some((other) => other !== tab && !other.affix);
    return {
      className: "tab-menu",
      style: { minWidth: MENU_WIDTH },
      items: [
        { key: "refresh", label: t("refresh") },
        { key: "close", label: t("close"), disabled: tab.affix },
        { key: "others", label: t("closeOthers"), disabled: !others },
        { key: "all", label: t("closeAll"), disabled: !control.tabs.some(({ affix }) => !affix) },
      ],
      onClick: ({ key, domEvent }) => {
        // The menu stands inside the tab for React: its clicks are none on the tab.
        domEvent.stopPropagation();
        if (key === "refresh") control.refresh(tab);
        if (key === "close") control.close(tab);
        if (key === "others") control.closeOthers(tab);
        if (key === "all") control.closeAll();
      },
    };
  };
}

interface TabItemProps {
  readonly tab: Tab;
  readonly address: string;
  readonly active: boolean;
  /** Whether the tab can be reached by the Tab key; arrows lead to the others. */
  readonly reachable: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

function TabItem({ tab, address, active, reachable, onOpen, onClose }: TabItemProps) {
  const { t } = useTranslation("tabs");
  const onAuxClick = (event: MouseEvent) => {
    if (event.button !== 1) return;
    event.preventDefault();
    onClose();
  };
  return (
    <span className={active ? "tab is-active" : "tab"} role="presentation" onAuxClick={onAuxClick}>
      <Link
        to={address}
        role="tab"
        aria-selected={active}
        aria-controls="content"
        aria-keyshortcuts={tab.affix ? "Shift+F10" : "Delete Shift+F10"}
        tabIndex={reachable ? 0 : -1}
        draggable={false}
        className="tab-link"
        title={tab.title}
        data-path={tab.path}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen();
        }}
      >
        {tab.affix ? <PushpinOutlined className="tab-pin" aria-label={t("pinned")} /> : null}
        <span className="tab-title">{tab.title}</span>
      </Link>
      {tab.affix ? null : (
        <button
          type="button"
          className="tab-close"
          tabIndex={-1}
          aria-label={t("closeOne", { title: tab.title })}
          title={t("close")}
          onClick={onClose}
        >
          <CloseOutlined />
        </button>
      )}
    </span>
  );
}

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
    if (path === undefined) event.stopPropagation();
    setAskedPath(path);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const focused = (event.target as HTMLElement).dataset.path;
    const place = tabs.findIndex(({ path }) => path === focused);
    const tab = tabs[place];
    if (tab === undefined) return;
    const step: Record<string, number> = {
      ArrowLeft: (place - 1 + tabs.length) % tabs.length,
      ArrowRight: (place + 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = step[event.key];
    if (next !== undefined) {
      event.preventDefault();
      linkOf(tabs[next]?.path)?.focus();
    } else if (event.key === "Delete" && !tab.affix) {
      event.preventDefault();
      const neighbour = tabs[place + 1] ?? tabs[place - 1];
      linkOf(neighbour?.path)?.focus();
      control.close(tab);
    } else if (event.key === " ") {
      event.preventDefault();
      control.open(tab);
    }
  };

  return (
    <div className="tab-bar">
      <Dropdown
        trigger={["contextMenu"]}
        menu={asked === undefined ? { items: [] } : menuOf(asked)}
        destroyOnHidden
      >
        <div
          ref={row}
          className="tab-row"
          role="tablist"
          aria-label={t("list")}
          onKeyDown={onKeyDown}
          onContextMenuCapture={onContextMenu}
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
      </Dropdown>
      <Dropdown
        trigger={["click"]}
        placement="bottomRight"
        disabled={current === undefined}
        menu={current === undefined ? { items: [] } : menuOf(current)}
      >
        <Button
          type="text"
          size="small"
          className="tab-more"
          icon={<MoreOutlined />}
          aria-label={t("menu")}
          title={t("menu")}
          disabled={current === undefined}
        />
      </Dropdown>
    </div>
  );
}

import { CloseOutlined, DownOutlined, NotificationOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type TerminalTab, tabTitle } from "../session/tabs-state.ts";
import { DRAGGED_TAB } from "./panes.tsx";
import { useTabs } from "./tabs-context.ts";
import { useTabMenu } from "./use-tab-menu.ts";

/**
 * The row of tabs: click, arrows, middle click, drag, and a menu for everything else.
 *
 * @param tools what stands at its end, for the tab in front
 * @param marked keys of those that get what is sent from the command bar
 */
export function TabStrip({
  tools,
  marked,
}: {
  readonly tools: ReactNode;
  readonly marked: ReadonlySet<string>;
}) {
  const { t } = useTranslation("terminal");
  const { state, dispatch } = useTabs();
  const strip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (state.active === undefined) return;
    document.getElementById(`luna-${state.active}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [state.active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const place = state.tabs.findIndex((tab) => tab.key === state.active);
    const next = state.tabs[(place + step + state.tabs.length) % state.tabs.length];
    if (next === undefined) return;
    dispatch({ type: "activated", key: next.key });
    requestAnimationFrame(() => document.getElementById(`luna-${next.key}`)?.focus());
  };

  return (
    <div className="luna-tabs">
      <div
        ref={strip}
        role="tablist"
        aria-label={t("tab.list")}
        className="luna-tab-row"
        onKeyDown={onKeyDown}
      >
        {state.tabs.map((tab) => (
          <Tab key={tab.key} tab={tab} active={tab.key === state.active} isMarked={marked.has(tab.key)} />
        ))}
      </div>
      {state.tabs.length > 1 && (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: state.tabs.map((tab) => ({ key: tab.key, label: tabTitle(tab) })),
            selectedKeys: state.active === undefined ? [] : [state.active],
            onClick: ({ key }) => dispatch({ type: "activated", key }),
          }}
        >
          <Button type="text" icon={<DownOutlined />} aria-label={t("tab.list")} />
        </Dropdown>
      )}
      {tools}
    </div>
  );
}

function Tab({ tab, active, isMarked }: { tab: TerminalTab; active: boolean; isMarked: boolean }) {
  const { t } = useTranslation("terminal");
  const { dispatch, close } = useTabs();
  const items = useTabMenu(tab);
  const title = tabTitle(tab);
  const phase = t(`tab.phase.${tab.session.phase}`);
  return (
    <Dropdown trigger={["contextMenu"]} menu={{ items }} destroyOnHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging and the middle button are shortcuts of what the menu offers */}
      <div
        role="presentation"
        className={`luna-tab${active ? " luna-tab-active" : ""}${tab.color === undefined ? "" : ` luna-tab-colored luna-tab-${tab.color}`}`}
        draggable
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED_TAB, tab.key)}
        onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED_TAB) && event.preventDefault()}
        onDrop={(event) =>
          dispatch({ type: "moved", key: event.dataTransfer.getData(DRAGGED_TAB), before: tab.key })
        }
        onAuxClick={(event) => event.button === 1 && close([tab.key])}
      >
        <button
          type="button"
          role="tab"
          id={`luna-${tab.key}`}
          aria-selected={active}
          aria-keyshortcuts="Delete"
          aria-controls={`luna-pane-${tab.key}`}
          tabIndex={active ? 0 : -1}
          title={`${tab.target.accountName}@${tab.target.address || tab.target.assetName} · ${phase}`}
          onClick={() => dispatch({ type: "activated", key: tab.key })}
          onKeyDown={(event) => {
            if (event.key === "Delete") close([tab.key]);
          }}
        >
          <span className={`luna-dot luna-dot-${tab.session.phase}`} role="img" aria-label={phase} />
          {isMarked && (
            <NotificationOutlined className="luna-tab-mark" role="img" aria-label={t("bar.marked")} />
          )}
          <span className="luna-tab-title">{title}</span>
        </button>
        {/* For the mouse: a list of tabs may hold nothing else. By keyboard it is Delete, or the menu. */}
        <button
          type="button"
          className="luna-tab-close"
          aria-hidden="true"
          title={t("tab.close")}
          tabIndex={-1}
          onClick={() => close([tab.key])}
        >
          <CloseOutlined />
        </button>
      </div>
    </Dropdown>
  );
}

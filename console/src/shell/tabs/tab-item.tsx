import { CloseOutlined, PushpinOutlined } from "@ant-design/icons";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Tab } from "./tab-store.ts";

interface TabItemProps {
  readonly tab: Tab;
  readonly address: string;
  readonly active: boolean;
  /** Whether the tab can be reached by the Tab key; arrows lead to the others. */
  readonly reachable: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** One visited page: a link to it, and the button that closes it. */
export function TabItem({ tab, address, active, reachable, onOpen, onClose }: TabItemProps) {
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
        // For the pointer: a list of tabs may hold nothing else. By keyboard it is Delete, or the menu.
        <button
          type="button"
          className="tab-close"
          tabIndex={-1}
          aria-hidden="true"
          title={t("closeOne", { title: tab.title })}
          onClick={onClose}
        >
          <CloseOutlined />
        </button>
      )}
    </span>
  );
}

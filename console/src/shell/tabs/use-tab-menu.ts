import type { MenuProps } from "antd";
import { useTranslation } from "react-i18next";
import type { Tab } from "./tab-store.ts";
import type { TabsControl } from "./use-tabs.ts";

/** Width of a tab's menu, in pixels. */
const MENU_WIDTH = 105;

/** The menu of a tab: refresh it, close it, or close others. */
export function useTabMenu(control: TabsControl): (tab: Tab) => MenuProps {
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
      onClick: ({ key }) => {
        if (key === "refresh") control.refresh(tab);
        if (key === "close") control.close(tab);
        if (key === "others") control.closeOthers(tab);
        if (key === "all") control.closeAll();
      },
    };
  };
}

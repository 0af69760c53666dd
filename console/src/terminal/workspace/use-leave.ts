import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/dialogs.tsx";
import { listed } from "../../kit/metadata/labelled.ts";
import { liveTabs, tabTitle } from "../session/tabs-state.ts";
import { useTabs } from "./tabs-context.ts";

/** Leaves the page, after one question where terminals are open. */
export function useLeave(): (go: () => void) => void {
  const { t } = useTranslation("terminal");
  const { state, dispatch } = useTabs();
  return (go) => {
    const live = liveTabs(state.tabs);
    if (live.length === 0) return go();
    confirm({
      title: t("tab.closeManyTitle", { count: live.length }),
      content: t("tab.closeManyBody", { names: listed(live.map(tabTitle)) }),
      confirmText: t("tab.close"),
      danger: true,
      onConfirm: () => {
        dispatch({ type: "closed", keys: live.map(({ key }) => key) });
        // The guard against leaving is gone once the closed tabs have been drawn.
        setTimeout(go, 50);
      },
    });
  };
}

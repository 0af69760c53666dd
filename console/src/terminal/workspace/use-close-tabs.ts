import { type Dispatch, useCallback } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/dialogs.tsx";
import { listed } from "../../kit/metadata/labelled.ts";
import { liveTabs, type TabsEvent, type TabsState, tabTitle } from "../session/tabs-state.ts";

/**
 * Closes tabs; where a session is open in one of them, it asks first.
 *
 * @param latest the tabs as they are at the moment
 */
export function useCloseTabs(
  latest: { readonly current: TabsState },
  dispatch: Dispatch<TabsEvent>,
): (keys: readonly string[]) => void {
  const { t } = useTranslation("terminal");
  return useCallback(
    (keys: readonly string[]) => {
      const live = liveTabs(latest.current.tabs.filter((tab) => keys.includes(tab.key)));
      const first = live[0];
      if (first === undefined) return dispatch({ type: "closed", keys });
      confirm({
        title:
          keys.length === 1
            ? t("tab.closeTitle", { name: tabTitle(first) })
            : t("tab.closeManyTitle", { count: keys.length }),
        content:
          keys.length === 1
            ? t("tab.closeBody")
            : t("tab.closeManyBody", { names: listed(live.map(tabTitle)) }),
        confirmText: t("tab.close"),
        danger: true,
        onConfirm: () => dispatch({ type: "closed", keys }),
      });
    },
    [latest, dispatch, t],
  );
}

import { useTranslation } from "react-i18next";
import { toast } from "../../kit/feedback.ts";
import { useLuna } from "../page/luna-context.ts";
import { keepTabs } from "../session/kept-sessions.ts";
import type { TerminalTab } from "../session/tabs-state.ts";
import { useTabs } from "./tabs-context.ts";

/**
 * Moves a tab to a window of its own, which goes on with its session; undefined where the gateway does not keep it. The
 * window begins with a copy of what this browser tab stores, and that is how it learns of the session.
 */
export function useWindowOfItsOwn(tab: TerminalTab): (() => void) | undefined {
  const { t } = useTranslation("terminal");
  const { profile } = useLuna();
  const { state, dispatch, inputs } = useTabs();
  if (tab.session.isKept !== true || tab.session.phase === "closed") return undefined;
  return () => {
    keepTabs(profile.id, { ...state, tabs: [tab], active: tab.key, layout: undefined });
    const opened = window.open("/luna/connect", "_blank", "popup,width=1000,height=700");
    keepTabs(profile.id, state);
    if (opened === null) return toast("info", t("look.windowRefused"));
    inputs.get(tab.key)?.release();
    dispatch({ type: "closed", keys: [tab.key] });
  };
}

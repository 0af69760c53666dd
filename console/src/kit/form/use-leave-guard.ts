import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { confirm } from "../dialogs.tsx";
import { isRefresh } from "../page-refresh.ts";
import { isTabSwitch } from "../tab-switch.ts";

/** How leaving is asked about, and where it is not. */
export interface LeaveOptions {
  /** The words of the question; about unsaved changes unless given. */
  readonly texts?: {
    readonly title: string;
    readonly body: string;
    /** Of the button that leaves. */
    readonly leave: string;
  };
  /** Keeps the changes for when the person comes back to this tab from another one: then nobody is asked. */
  readonly keep?: () => void;
}

const openTab = (search: string): string | null => new URLSearchParams(search).get("activeTab");

/**
 * Asks before unsaved changes are lost, on navigation within the console, to another tab of a page, and
 * on leaving the console.
 *
 * @param isDirty asked at the moment of leaving
 */
export function useLeaveGuard(isDirty: () => boolean, { texts, keep }: LeaveOptions = {}): void {
  const { t } = useTranslation(["kit", "common"]);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isLeaving =
      currentLocation.pathname !== nextLocation.pathname ||
      openTab(currentLocation.search) !== openTab(nextLocation.search) ||
      isRefresh(nextLocation.state);
    if (!isLeaving || !isDirty()) return false;
    if (keep === undefined || !isTabSwitch(nextLocation.state)) return true;
    keep();
    return false;
  });
  // Asked once a leave: what the words say may change while the question stands.
  const ask = useEffectEvent(() => {
    if (blocker.state !== "blocked") return;
    confirm({
      title: texts?.title ?? t("form.leaveTitle"),
      content: texts?.body ?? t("form.leaveBody"),
      confirmText: texts?.leave ?? t("form.leave"),
      danger: true,
      onConfirm: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    });
  });
  const blocked = blocker.state === "blocked";
  useEffect(() => {
    if (blocked) ask();
  }, [blocked]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
}

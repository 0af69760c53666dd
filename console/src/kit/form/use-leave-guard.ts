import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { confirm } from "../dialogs.tsx";
import { isRefresh } from "../page-refresh.ts";

/**
 * Asks before unsaved changes are lost, on navigation within the console and on leaving it.
 *
 * @param isDirty asked at the moment of leaving
 */
export function useLeaveGuard(isDirty: () => boolean): void {
  const { t } = useTranslation(["kit", "common"]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (currentLocation.pathname !== nextLocation.pathname || isRefresh(nextLocation.state)) && isDirty(),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    confirm({
      title: t("form.leaveTitle"),
      content: t("form.leaveBody"),
      confirmText: t("form.leave"),
      danger: true,
      onConfirm: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    });
  }, [blocker, t]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
}

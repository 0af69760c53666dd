import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { api, configureApi } from "../../kit/api/client.ts";
import { confirm } from "../../kit/dialogs.tsx";
import { liveTabs } from "../session/tabs-state.ts";
import { goToSignIn, signInAddress } from "../startup/sign-in.ts";
import { useTabs } from "./tabs-context.ts";

/**
 * Asks a person to sign in again whose sign-in ended while the page was open. Open terminals keep going: with any of them the sign-in
 * happens in another browser tab.
 */
export function useSignedOutQuestion(): void {
  const { t } = useTranslation("terminal");
  const { state } = useTabs();
  const refused = state.tabs.some(
    ({ session }) => session.phase === "closed" && session.reason === "refused",
  );
  const isAsked = useRef(false);
  const ask = () => {
    confirm({
      title: t("session.signedOutTitle"),
      content: t("session.signedOutBody"),
      confirmText: t("session.signIn"),
      onConfirm: () => {
        isAsked.current = false;
        if (liveTabs(latest.current.tabs).length === 0) goToSignIn();
        else window.open(signInAddress("/luna/"), "_blank", "noopener");
      },
      onCancel: () => {
        isAsked.current = false;
      },
    });
  };
  const latest = useRef({ tabs: state.tabs, ask });
  latest.current = { tabs: state.tabs, ask };
  useEffect(() => {
    const unauthorized = () => {
      if (isAsked.current) return;
      isAsked.current = true;
      latest.current.ask();
    };
    configureApi({ unauthorized });
    return () => configureApi({ unauthorized: () => {} });
  }, []);
  // A browser does not reveal why a socket was refused; the profile does.
  useEffect(() => {
    if (refused) api("/api/v1/users/profile/").catch(() => {});
  }, [refused]);
}

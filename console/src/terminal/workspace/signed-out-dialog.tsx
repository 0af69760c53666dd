import { Modal } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, configureApi } from "../../kit/api/client.ts";
import { liveTabs } from "../session/tabs-state.ts";
import { goToSignIn, signInAddress } from "../startup/sign-in.ts";
import { useTabs } from "./tabs-context.ts";

/**
 * Tells a person whose sign-in ended while the page was open. Open terminals keep going: with any of them the sign-in
 * happens in another browser tab.
 */
export function SignedOutDialog() {
  const { t } = useTranslation("terminal");
  const { state } = useTabs();
  const [shown, setShown] = useState(false);
  const refused = state.tabs.some(
    ({ session }) => session.phase === "closed" && session.reason === "refused",
  );

  useEffect(() => {
    configureApi({ unauthorized: () => setShown(true) });
    return () => configureApi({ unauthorized: () => {} });
  }, []);
  // A browser does not reveal why a socket was refused; the profile does.
  useEffect(() => {
    if (refused) api("/api/v1/users/profile/").catch(() => {});
  }, [refused]);

  const signIn = () => {
    setShown(false);
    if (liveTabs(state.tabs).length === 0) goToSignIn();
    else window.open(signInAddress("/luna/"), "_blank", "noopener");
  };
  return (
    <Modal
      open={shown}
      title={t("session.signedOutTitle")}
      okText={t("session.signIn")}
      cancelText={t("session.later")}
      onOk={signIn}
      onCancel={() => setShown(false)}
    >
      {t("session.signedOutBody")}
    </Modal>
  );
}

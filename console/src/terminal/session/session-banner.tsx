import "./session.css";
import { LoadingOutlined, LockOutlined, ReloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { isTerminalTab, type TerminalTab } from "./tabs-state.ts";

/** Says where a session stands when it is anything but open: being opened, locked, over. */
export function SessionBanner({ tab, onReconnect }: { tab: TerminalTab; onReconnect(): void }) {
  const { t } = useTranslation("terminal");
  const { session, target } = tab;
  if (session.phase === "live") return null;
  if (session.phase === "paused") {
    return (
      <div className="luna-banner luna-banner-paused" role="alert">
        <LockOutlined aria-hidden="true" />
        {t("session.paused", { name: session.pausedBy || t("session.pausedBySomeone") })}
      </div>
    );
  }
  if (session.phase === "reconnecting") {
    return (
      <div className="luna-banner luna-banner-paused" role="status">
        <LoadingOutlined aria-hidden="true" />
        {t("session.reconnecting")}
      </div>
    );
  }
  if (session.phase !== "closed") {
    return (
      <div className="luna-banner" role="status">
        <LoadingOutlined aria-hidden="true" />
        {session.phase === "starting"
          ? t("session.starting", { name: target.assetName })
          : t("session.connecting")}
      </div>
    );
  }
  return (
    <div className="luna-banner luna-banner-closed" role="alert">
      <div className="luna-banner-text">
        <strong>{t(`session.${session.reason ?? "ended"}`)}</strong>
        {session.message && <span className="luna-break">{session.message}</span>}
        {isTerminalTab(tab) && <span className="luna-muted">{t("session.enterToReconnect")}</span>}
      </div>
      <Button type="primary" icon={<ReloadOutlined />} onClick={onReconnect}>
        {t("session.reconnect")}
      </Button>
    </div>
  );
}

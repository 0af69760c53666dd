import "../session/session.css";
import "../watch/watch.css";
import "./share.css";
import { EditOutlined, EyeOutlined, LockOutlined, ReloadOutlined, TeamOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "../../kit/feedback.ts";
import { type AddressSecret, useAddressSecret } from "../page/address-secret.ts";
import { useLuna } from "../page/luna-context.ts";
import { TerminalConnection } from "../session/terminal-connection.ts";
import { useOpenTerminal, useTerminalLook } from "../session/use-open-terminal.tsx";
import { usePasteGuard } from "../session/use-paste-guard.tsx";
import { usePersonalSetting } from "../settings/personal-setting.ts";
import { SessionFacts } from "../watch/session-facts.tsx";
import { type LookThrough, useWatch, type WatchedSession } from "../watch/use-watch.ts";
import { useWholeWindow } from "../watch/use-whole-window.ts";
import { CodeForm } from "./code-form.tsx";
import { useGuestInput } from "./use-guest-input.ts";

/** The code in the address. */
function readCode(): AddressSecret {
  const code = location.hash.replace(/[^0-9A-Za-z]/g, "").slice(0, 16);
  return { secret: code === "" ? undefined : code, address: location.pathname + location.search };
}

/** Somebody else's session, joined by a link: its screen, who takes part, and what one may do there. */
export default function SharePage({ shareId }: { readonly shareId: string }) {
  const { t } = useTranslation("terminal");
  const { profile } = useLuna();
  const element = useRef<HTMLDivElement>(null);
  const look = useTerminalLook(false);
  const given = useAddressSecret(readCode);
  const [code, setCode] = useState(given ?? "");
  const open = useOpenTerminal(element, look, t("share.screen"), true);
  const [personal] = usePersonalSetting();
  const lookThrough = useCallback<LookThrough>(
    (handlers) => TerminalConnection.join(shareId, code, handlers),
    [shareId, code],
  );
  const shared = useWatch(open, code === "" ? undefined : lookThrough, (message) => toast("info", message));
  const { state, members } = shared;
  useWholeWindow(open, element, shared.size, look.fontSize);
  const isRunning = state.phase === "live" || state.phase === "paused";
  const mine = members.findLast((one) => !one.primary && one.user_id === profile.id);
  const mayType = isRunning && mine?.writable === true;
  useGuestInput(open, shared.connection, mayType);
  usePasteGuard(open, element, personal.isPasteGuarded && mayType);
  useEffect(() => {
    if (mayType) open?.terminal.focus();
  }, [open, mayType]);
  return (
    <div className="luna-page">
      <header className="luna-header luna-watch-header">
        <h1 className="luna-watch-title">
          <TeamOutlined aria-hidden /> {t("share.title")}
        </h1>
        <SessionFacts session={shared.session} />
        {isRunning && <Members shared={shared} mayType={mayType} />}
      </header>
      {code !== "" && <State shared={shared} onAgain={() => setCode("")} />}
      <main className="luna-terminal luna-watch" style={{ background: look.palette.background }}>
        <div ref={element} className="luna-watch-screen" hidden={code === ""} />
        {code === "" && <CodeForm onCode={setCode} />}
      </main>
    </div>
  );
}

/** What one may do, and who else is there. */
function Members(props: { readonly shared: WatchedSession; readonly mayType: boolean }) {
  const { shared, mayType } = props;
  const { t } = useTranslation("terminal");
  return (
    <div className="luna-share-members">
      <strong role="status">{t(mayType ? "share.mayType" : "share.mayRead")}</strong>
      <ul aria-label={t("share.people")}>
        {shared.members.map(({ terminal_id: id, user: name, writable, primary }) => (
          <li key={id} title={t(writable ? "share.types" : "share.reads", { name })}>
            {writable ? <EditOutlined aria-hidden /> : <EyeOutlined aria-hidden />} {name}
            {primary ? <span className="luna-muted"> {t("share.owner")}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where it stands while it is anything but going on. */
function State({ shared, onAgain }: { readonly shared: WatchedSession; onAgain(): void }) {
  const { t } = useTranslation("terminal");
  const { state } = shared;
  if (state.phase === "live") return null;
  if (state.phase === "paused") {
    return (
      <div className="luna-banner luna-banner-paused" role="status">
        <LockOutlined aria-hidden />
        {t("share.paused", { name: state.pausedBy || t("session.pausedBySomeone") })}
      </div>
    );
  }
  if (state.phase !== "closed") {
    return (
      <div className="luna-banner" role="status">
        {t("session.connecting")}
      </div>
    );
  }
  const isOver = shared.session !== undefined;
  return (
    <div className="luna-banner luna-banner-closed" role="alert">
      <div className="luna-banner-text">
        <strong>{t(isOver ? "session.ended" : "share.failed")}</strong>
        {state.message === undefined ? null : <span className="luna-break">{state.message}</span>}
      </div>
      {isOver ? null : (
        <Button icon={<ReloadOutlined aria-hidden />} onClick={onAgain}>
          {t("share.again")}
        </Button>
      )}
    </div>
  );
}

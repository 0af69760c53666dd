import "../session/session.css";
import "./watch.css";
import { EyeOutlined, LoadingOutlined, LockOutlined, ReloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLuna } from "../page/luna-context.ts";
import { TerminalConnection } from "../session/terminal-connection.ts";
import { useOpenTerminal, useTerminalLook } from "../session/use-open-terminal.tsx";
import { SessionFacts } from "./session-facts.tsx";
import { type LookThrough, useWatch, type WatchedSession } from "./use-watch.ts";
import { useWholeWindow } from "./use-whole-window.ts";
import { WatchActs } from "./watch-acts.tsx";

/** Props of the page. */
export interface WatchPageProps {
  readonly sessionId: string;
  /** The ticket by which who watches was asked about the session. */
  readonly ticketId: string | undefined;
}

/** The screen of somebody's session as it changes; pauses and ends it for who may. */
export default function WatchPage({ sessionId, ticketId }: WatchPageProps) {
  const { t } = useTranslation("terminal");
  const { profile } = useLuna();
  const element = useRef<HTMLDivElement>(null);
  const look = useTerminalLook(false);
  const open = useOpenTerminal(element, look, t("watch.screen"), true);
  const lookThrough = useCallback<LookThrough>(
    (handlers) => TerminalConnection.watch(sessionId, handlers),
    [sessionId],
  );
  const watched = useWatch(open, lookThrough);
  useWholeWindow(open, element, watched.size, look.fontSize);
  const { phase } = watched.state;
  const mayAct = ticketId !== undefined || profile.perms.includes("terminal.terminate_session");
  const isRunning = phase === "live" || phase === "paused";
  return (
    <div className="luna-page">
      <header className="luna-header luna-watch-header">
        <h1 className="luna-watch-title">
          <EyeOutlined aria-hidden /> {t("watch.title")}
        </h1>
        <SessionFacts session={watched.session} />
        {mayAct && isRunning && (
          <WatchActs sessionId={sessionId} ticketId={ticketId} isPaused={phase === "paused"} />
        )}
      </header>
      <State watched={watched} />
      <main className="luna-terminal luna-watch" style={{ background: look.palette.background }}>
        <div ref={element} className="luna-watch-screen" />
      </main>
    </div>
  );
}

/** Where watching stands while it is anything but going on. */
function State({ watched: { state, again } }: { readonly watched: WatchedSession }) {
  const { t } = useTranslation("terminal");
  if (state.phase === "live") return null;
  if (state.phase === "paused") {
    return (
      <div className="luna-banner luna-banner-paused" role="status">
        <LockOutlined aria-hidden />
        {t("watch.paused", { name: state.pausedBy || t("session.pausedBySomeone") })}
      </div>
    );
  }
  if (state.phase !== "closed") {
    return (
      <div className="luna-banner" role="status">
        <LoadingOutlined aria-hidden />
        {t("session.connecting")}
      </div>
    );
  }
  const isOver = state.reason === "ended";
  return (
    <div className="luna-banner luna-banner-closed" role="alert">
      <div className="luna-banner-text">
        <strong>{isOver ? t("session.ended") : t("watch.failed")}</strong>
        {state.message === undefined ? null : <span className="luna-break">{state.message}</span>}
      </div>
      {isOver ? null : (
        <Button icon={<ReloadOutlined aria-hidden />} onClick={again}>
          {t("watch.again")}
        </Button>
      )}
    </div>
  );
}

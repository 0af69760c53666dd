import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Spin } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../kit/feedback.ts";
import { Outcome } from "../page/outcome.tsx";
import type { SessionEvent } from "../session/session-state.ts";
import { type TerminalTab, tabTitle } from "../session/tabs-state.ts";
import { componentAddress, fetchOrigin } from "./component-address.ts";
import "./component.css";
import { useComponentFrame } from "./use-component-frame.ts";

/** What pages of components may do: what a program in a tab needs, but not lead this page elsewhere. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-downloads allow-modals allow-popups allow-pointer-lock";

interface ComponentTabProps {
  readonly tab: TerminalTab;
  /** Whether the tab is in front. */
  readonly active: boolean;
  onEvent(attempt: number, event: SessionEvent): void;
  onActivate(): void;
  onReconnect(): void;
}

/** A session that the page of a component shows. */
export default function ComponentTab(props: ComponentTabProps) {
  const { attempt, session } = props.tab;
  // There is no token for it: one is asked for, or none was given.
  if (session.phase === "preparing" || session.reason === "token") return null;
  return <Attempt key={attempt} {...props} />;
}

/** One attempt to connect, with a token of its own. */
function Attempt(props: ComponentTabProps) {
  const { tab, onEvent, onReconnect } = props;
  const { attempt, target, session } = tab;
  const { t } = useTranslation(["terminal", "common"]);
  const origin = useQuery({
    queryKey: ["component-origin", target.tokenId],
    queryFn: ({ signal }) => fetchOrigin(target.tokenId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const latest = useRef(onEvent);
  latest.current = onEvent;
  const hasFailed = origin.error !== null;
  useEffect(() => {
    if (hasFailed) latest.current(attempt, { type: "disconnected" });
  }, [hasFailed, attempt]);
  // Connecting anew begins when the tab has heard that this attempt is over.
  const [isRetrying, setRetrying] = useState(false);
  const reconnect = useRef(onReconnect);
  reconnect.current = onReconnect;
  useEffect(() => {
    if (isRetrying && session.phase === "closed") reconnect.current();
  }, [isRetrying, session.phase]);
  const retry = () => {
    onEvent(attempt, { type: "disconnected" });
    setRetrying(true);
  };
  const name = target.component ?? "";
  if (origin.error !== null) {
    return (
      <Outcome title={t("component.failed", { component: name })} body={failureText(origin.error)} isFailure>
        <Button onClick={retry}>{t("common:retry")}</Button>
      </Outcome>
    );
  }
  if (origin.data === undefined) return <Spin className="luna-pane-wait" />;
  return <Frame {...props} origin={origin.data} component={name} onRetry={retry} />;
}

interface FrameProps extends ComponentTabProps {
  readonly origin: string;
  readonly component: string;
  onRetry(): void;
}

function Frame({ tab, active, origin, component, onEvent, onActivate, onRetry }: FrameProps) {
  const { t } = useTranslation(["terminal", "common"]);
  const { attempt, target } = tab;
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const state = useComponentFrame(frame, origin, {
    active,
    onEvent: (event) => onEvent(attempt, event),
    onClick: onActivate,
  });
  if (state === "failed" || state === "blocked") {
    return (
      <Outcome
        title={t("component.failed", { component })}
        body={t(state === "failed" ? "component.failedHint" : "component.blockedHint", {
          component,
          address: origin,
        })}
        isFailure
      >
        {state === "blocked" && (
          <Button type="primary" onClick={() => location.reload()}>
            {t("component.reload")}
          </Button>
        )}
        <Button onClick={onRetry}>{t("common:retry")}</Button>
      </Outcome>
    );
  }
  return (
    <div className="luna-component">
      {state === "silent" && (
        <Alert
          type="warning"
          showIcon
          banner
          title={t("component.silent", { component })}
          description={t("component.failedHint", { component, address: origin })}
          action={
            <Button size="small" onClick={onRetry}>
              {t("common:retry")}
            </Button>
          }
        />
      )}
      <iframe
        ref={setFrame}
        className="luna-component-frame"
        title={t("component.frame", { name: tabTitle(tab) })}
        src={componentAddress(origin, component, target.tokenId)}
        sandbox={SANDBOX}
        allow="clipboard-read; clipboard-write; fullscreen"
        // The address holds the token.
        referrerPolicy="no-referrer"
      />
      {state === "waiting" && (
        <div className="luna-component-wait" role="status">
          <Spin />
          {t("component.waiting", { component })}
        </div>
      )}
    </div>
  );
}

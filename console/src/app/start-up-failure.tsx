import { Button } from "antd";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../kit/api/api-error.ts";
import { failureText } from "../kit/feedback.ts";
import { Notice } from "../kit/list/list-states.tsx";
import { signOut } from "./browser-ports.ts";
import { connection } from "./connection/browser-connection.ts";
import type { StartUpResult } from "./start-up.ts";

interface StartUpFailureProps {
  readonly failure: Extract<StartUpResult, { readonly kind: "failed" }>;
  readonly onRetry: () => void;
}

/** Why the console did not start, and what to do. A lost connection needs nothing: it continues when it is back. */
export function StartUpFailure({ failure, onRetry }: StartUpFailureProps) {
  const { t } = useTranslation(["shell", "startup", "common"]);
  const state = useSyncExternalStore(connection.subscribe, () => connection.state);
  const waits = failure.reason === "network";
  const wasLost = useRef(state !== "connected");
  useEffect(() => {
    if (state !== "connected") wasLost.current = true;
    else if (waits && wasLost.current) onRetry();
  }, [state, waits, onRetry]);
  const body = {
    "untrusted-host": t("start.untrustedHost"),
    network: t("startup:failed.network"),
    server: t("startup:failed.server"),
    refused: t("startup:failed.refused"),
  }[failure.reason];
  const request = failure.error instanceof ApiError ? failure.error.requestId : undefined;
  const details =
    failure.reason === "refused"
      ? failureText(failure.error)
      : request === undefined
        ? undefined
        : t("startup:failed.request", { id: request });
  return (
    <main className="splash">
      <Notice title={t("start.failed")} body={body}>
        <div className="error-actions">
          <Button type="primary" onClick={onRetry}>
            {t("common:retry")}
          </Button>
          {failure.reason === "refused" ? (
            <Button onClick={signOut}>{t("startup:access.signOut")}</Button>
          ) : null}
        </div>
        {details === undefined ? null : <p className="error-details">{details}</p>}
      </Notice>
    </main>
  );
}

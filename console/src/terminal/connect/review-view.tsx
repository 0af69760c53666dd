import { Alert, Button, Spin } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCopy } from "../../kit/use-copy.ts";
import type { ConnectionToken } from "../api/types.ts";
import { type SentReview, useReview } from "./use-review.ts";
import "./review-view.css";

const EmergencyForm = lazy(() => import("./emergency-form.tsx"));

/** How long somebody has waited, as a clock shows it. */
export function waitedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours === 0 ? minutes : `${hours}:${minutes}`;
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface WaitingProps {
  readonly sent: SentReview;
  readonly isReached: boolean;
  readonly onCancel: () => void;
}

function Waiting({ sent, isReached, onCancel }: WaitingProps) {
  const { t } = useTranslation("terminal");
  const copy = useCopy();
  const now = useNow();
  const { assignees = [], ticket_detail_page_url: page } = sent.info;
  return (
    <div className="luna-review">
      <div className="luna-review-title" role="status">
        <Spin size="small" /> {t("review.waiting")}
      </div>
      <dl>
        {assignees.length === 0 ? null : (
          <>
            <dt>{t("review.askedOf")}</dt>
            <dd>
              <ul>
                {assignees.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
      <p className="hint numeric">{t("review.since", { time: waitedText(now - sent.since) })}</p>
      <p>{t("review.keepOpen")}</p>
      {isReached ? null : <Alert type="warning" showIcon title={t("review.unreachable")} />}
      <div className="luna-review-acts">
        {page === undefined ? null : (
          <Button onClick={() => void copy(new URL(page, location.href).href)}>{t("review.copy")}</Button>
        )}
        <Button onClick={onCancel}>{t("review.cancel")}</Button>
      </div>
    </div>
  );
}

/** Props of {@link ReviewView}. */
export interface ReviewViewProps {
  /** Asks for the token and has somebody asked. */
  readonly request: () => Promise<ConnectionToken>;
  /** Connects at once, for a reason; absent where the rule does not allow it. */
  readonly emergency?: ((reason: string) => Promise<void>) | undefined;
  readonly onApproved: (token: ConnectionToken) => void;
  readonly onFailure: (error: unknown) => void;
  /** Back to the form. */
  readonly onBack: () => void;
}

/** Instead of the form: whom a rule has approve this connection, whether to ask them, and what they said. */
export default function ReviewView({ onBack, emergency, ...options }: ReviewViewProps) {
  const { t } = useTranslation("terminal");
  const [isUrgent, setUrgent] = useState(false);
  const { busy, sent, state, isReached, send, cancel } = useReview(options);
  if (sent !== undefined && state === "waiting") {
    return <Waiting sent={sent} isReached={isReached} onCancel={cancel} />;
  }
  if (isUrgent && emergency !== undefined) {
    return (
      <Suspense fallback={<Spin />}>
        <EmergencyForm onConnect={emergency} onFailure={options.onFailure} onBack={() => setUrgent(false)} />
      </Suspense>
    );
  }
  const page = sent?.info.ticket_detail_page_url;
  const isRefused = state === "rejected" || state === "closed";
  return (
    <div className="luna-review">
      {state === "rejected" ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t("review.rejected")}
          description={t("review.rejectedHint")}
        />
      ) : state === "closed" ? (
        <Alert type="warning" showIcon role="alert" title={t("review.closed")} />
      ) : (
        <Alert type="info" showIcon title={t("review.needed")} description={t("review.ask")} />
      )}
      <div className="luna-review-acts">
        {isRefused && page !== undefined ? (
          <Button href={page} target="_blank" rel="noopener noreferrer">
            {t("review.show")}
          </Button>
        ) : null}
        {emergency === undefined ? null : (
          <Button danger className="luna-review-emergency" disabled={busy} onClick={() => setUrgent(true)}>
            {t("review.emergency")}
          </Button>
        )}
        <Button onClick={onBack} disabled={busy}>
          {t("review.back")}
        </Button>
        <Button type="primary" autoFocus loading={busy || state === "approved"} onClick={send}>
          {t(isRefused ? "review.again" : "review.send")}
        </Button>
      </div>
    </div>
  );
}

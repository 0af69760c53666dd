import { useQuery } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "../../../kit/api/client.ts";
import { isNotFound } from "../../../kit/api/not-found.ts";
import { DetailCard } from "../../../kit/detail/detail-card.tsx";
import { toastFailure } from "../../../kit/feedback.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { openTaskLog, showTaskLog } from "../../../kit/task-window.ts";
import { TimeText } from "../../../kit/time-text.tsx";

const EVIDENCE_URL = "/api/v1/sallyport/evidence/";

/** Milliseconds between looks while it is being verified. */
const RUNNING_INTERVAL = 3000;

/** The chain as the server tells of it. */
interface EvidenceState {
  readonly entries: number;
  readonly pending: number;
  readonly key: { readonly fingerprint: string; readonly former?: readonly FormerKey[] };
  readonly checkpoint: {
    readonly number: number;
    readonly entries: number;
    readonly date: string;
  } | null;
  readonly copy: { readonly number: number; readonly is_current: boolean };
  readonly deliveries?: readonly Delivery[];
  readonly verification: Verification | null;
}

/** A key that signed until it handed over to the one after it. */
interface FormerKey {
  readonly fingerprint: string;
  readonly date: string;
}

/** How far a place outside is that checkpoints are sent to. */
interface Delivery {
  readonly target: "syslog" | "webhook";
  readonly host: string;
  readonly number: number;
  /** What is wrong, in the reader's language; empty: nothing. */
  readonly problem: string;
  readonly date: string | null;
}

interface Verification {
  readonly id: string;
  readonly state: string;
  readonly result: { readonly problems?: number } | null;
  readonly date: string;
}

const isRunning = (verification: Verification | null | undefined): boolean =>
  verification?.state === "PENDING" || verification?.state === "RUNNING";

function CopyState({ copy }: { readonly copy: EvidenceState["copy"] }) {
  const { t } = useTranslation("evidence");
  if (!copy.is_current) return <StatusMark good={false} text={t("copyOther")} />;
  if (copy.number === 0) return <StatusMark good={false} calm text={t("copyEmpty")} />;
  return <StatusMark good text={t("copyCurrent", { number: copy.number })} />;
}

function DeliveryState({ number, problem, date }: Delivery) {
  const { t } = useTranslation("evidence");
  const taken = number === 0 ? t("notDelivered") : t("delivered", { number });
  return (
    <>
      {problem === "" ? (
        <StatusMark good={number > 0} calm={number === 0} text={taken} />
      ) : (
        <StatusMark good={false} text={`${problem} ${taken}`} />
      )}{" "}
      {date === null ? null : (
        <span className="hint">
          <TimeText value={date} />
        </span>
      )}
    </>
  );
}

/** Where checkpoints are sent to, and who may change that finds the way there. */
function DeliveryCard({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const { t } = useTranslation("evidence");
  const { profile } = useSession();
  const items = deliveries.map((delivery) => ({
    key: delivery.target,
    label: t(`target.${delivery.target}`),
    value: (
      <>
        <code>{delivery.host}</code> <DeliveryState {...delivery} />
      </>
    ),
  }));
  const none = { key: "none", label: t("result"), value: t("noDeliveries") };
  const settings = {
    key: "settings",
    label: "",
    value: <Link to="/settings/features?activeTab=Evidence">{t("deliverySettings")}</Link>,
  };
  return (
    <DetailCard
      title={t("deliveries")}
      items={[...(items.length === 0 ? [none] : items), ...(profile.is_superuser === true ? [settings] : [])]}
    />
  );
}

function Outcome({ state, result }: Verification) {
  const { t } = useTranslation("evidence");
  const problems = result?.problems;
  if (state === "SUCCESS") return <StatusMark good text={t("good")} />;
  if (state === "PENDING" || state === "RUNNING") return <StatusMark good={false} calm text={t("running")} />;
  const text = problems === undefined ? t("failed") : t("bad", { count: problems });
  return <StatusMark good={false} text={text} />;
}

function ChainCard({ state }: { readonly state: EvidenceState }) {
  const { t } = useTranslation("evidence");
  const { checkpoint } = state;
  return (
    <DetailCard
      title={t("chain")}
      items={[
        { key: "entries", label: t("entries"), value: <span className="numeric">{state.entries}</span> },
        { key: "waiting", label: t("waiting"), value: <span className="numeric">{state.pending}</span> },
        {
          key: "checkpoint",
          label: t("checkpoint"),
          value:
            checkpoint === null ? (
              t("noCheckpoint")
            ) : (
              <span>
                {t("checkpointOf", { number: checkpoint.number, entries: checkpoint.entries })}{" "}
                <span className="hint">
                  <TimeText value={checkpoint.date} />
                </span>
              </span>
            ),
        },
        { key: "copy", label: t("copy"), value: <CopyState copy={state.copy} /> },
        { key: "key", label: t("key"), value: <code>{state.key.fingerprint}</code> },
        { key: "keyHint", label: "", value: <span className="hint">{t("keyHint")}</span> },
        ...(state.key.former ?? []).map(({ fingerprint, date }) => ({
          key: fingerprint,
          label: t("formerKey"),
          value: (
            <>
              <code>{fingerprint}</code>{" "}
              <span className="hint">
                {t("formerUntil")} <TimeText value={date} />
              </span>
            </>
          ),
        })),
      ]}
    />
  );
}

function VerificationCard({ verification }: { readonly verification: Verification | null }) {
  const { t } = useTranslation("evidence");
  if (verification === null) {
    return (
      <DetailCard
        title={t("verification")}
        items={[{ key: "never", label: t("result"), value: t("never") }]}
      />
    );
  }
  return (
    <DetailCard
      title={t("verification")}
      items={[
        { key: "outcome", label: t("result"), value: <Outcome {...verification} /> },
        { key: "date", label: t("verifiedAt"), value: <TimeText value={verification.date} /> },
        {
          key: "log",
          label: t("log"),
          value: (
            <Button size="small" onClick={() => showTaskLog(verification.id)}>
              {t("log")}
            </Button>
          ),
        },
      ]}
    />
  );
}

/** Why there is nothing to see: a server of the contract alone keeps no evidence. */
function NotShown({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { t } = useTranslation("evidence");
  if (isNotFound(error)) {
    return <Alert type="info" showIcon title={t("notHere")} />;
  }
  return <FailureNotice error={error} onRetry={onRetry} />;
}

/** The chain of all records: how far it goes, who signs it, and whether everything is unchanged. */
export default function EvidencePage() {
  const { t } = useTranslation(["evidence", "routes", "common"]);
  const [asking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["object", EVIDENCE_URL],
    queryFn: ({ signal }) => api<EvidenceState>(EVIDENCE_URL, { signal }),
    refetchInterval: (query) => (isRunning(query.state.data?.verification) ? RUNNING_INTERVAL : false),
  });
  const verify = async () => {
    setAsking(true);
    try {
      const { task } = await api<{ readonly task: string }>(`${EVIDENCE_URL}verify/`, { method: "POST" });
      openTaskLog(task);
      await refetch();
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Page
      title={t("routes:evidence")}
      actions={
        <Button
          type="primary"
          title={t("verifyHint")}
          loading={asking}
          disabled={data === undefined || isRunning(data.verification)}
          onClick={() => void verify()}
        >
          {t("verify")}
        </Button>
      }
    >
      {data === undefined ? (
        error === null ? (
          <div className="form-skeleton" role="status" aria-label={t("common:loading")} />
        ) : (
          <NotShown error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className="detail-stack">
          <Alert
            type={data.copy.is_current ? "info" : "error"}
            showIcon
            title={t(data.copy.is_current ? "help" : "copyOther")}
          />
          <div className="detail-columns">
            <ChainCard state={data} />
            <div className="detail-stack">
              <VerificationCard verification={data.verification} />
              <DeliveryCard deliveries={data.deliveries ?? []} />
            </div>
          </div>
        </div>
      )}
    </Page>
  );
}

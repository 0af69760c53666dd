import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "../../../kit/api/client.ts";
import { orIfNotFound } from "../../../kit/api/not-found.ts";
import { ReasonField, type TypedReason } from "../../../kit/dialog/reason-field.tsx";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast } from "../../../kit/feedback.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { askOfSessions } from "../../../kit/session-tasks.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { TimeText } from "../../../kit/time-text.tsx";
import { TICKETS } from "../resources.ts";
import { applicantText, heldUntil } from "../ticket.ts";

/** Milliseconds between looks: for a session to begin, and for what becomes of it. */
const UNTIL_FOUND = 3_000;
const WHILE_LIVE = 5_000;

/** An answer, or null for what is not there. */
const findAt = <T,>(url: string, signal: AbortSignal): Promise<T | null> =>
  orIfNotFound(api<T>(url, { signal }), null);

/** The sessions a ticket let begin, those that run first. Servers that tell no list tell the first alone. */
function useTicketSessions(ticket: Row) {
  const id = encodeURIComponent(String(ticket.id));
  const url = `/api/v1/sallyport/tickets/${id}/sessions/`;
  // An approval that is remembered may lead to more.
  const mayFollow = heldUntil(ticket) !== undefined;
  return useQuery({
    queryKey: ["object", url],
    queryFn: async ({ signal }): Promise<readonly Row[]> => {
      const sessions = await findAt<readonly Row[]>(url, signal);
      if (sessions !== null) return sessions;
      const first = await findAt<Row>(`${TICKETS.url}${id}/session/`, signal);
      return first === null ? [] : [first];
    },
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.length === 0) return UNTIL_FOUND;
      return mayFollow || data.some(isLive) ? WHILE_LIVE : false;
    },
  });
}

const isLive = (session: Row): boolean => session.is_finished !== true;

function SessionActs({
  session,
  ticketId,
  onDone,
}: {
  readonly session: Row;
  readonly ticketId: string;
  readonly onDone: () => Promise<unknown>;
}) {
  const { t } = useTranslation("sessions");
  const id = String(session.id);
  const isLocked = session.is_locked === true;
  const name = `${valueText(session.user)} → ${valueText(session.asset)}`;
  const terminate = () => {
    const reason: TypedReason = { value: "" };
    confirm({
      title: t("terminateTitle", { count: 1 }),
      content: (
        <>
          {t("terminateBody", { names: name })}
          <ReasonField reason={reason} label={t("reason")} hint={t("reasonHint")} />
        </>
      ),
      confirmText: t("terminate"),
      danger: true,
      onConfirm: async () => {
        await askOfSessions([id], "kill_session", { reason: reason.value, forTicket: true });
        toast("success", t("terminateSent"));
        await onDone();
      },
    });
  };
  const lock = () => {
    const reason: TypedReason = { value: "" };
    confirm({
      title: t(isLocked ? "resumeTitle" : "pauseTitle"),
      content: (
        <>
          {t(isLocked ? "resumeBody" : "pauseBody", { name })}
          <ReasonField reason={reason} label={t("reason")} hint={t("reasonHint")} />
        </>
      ),
      confirmText: t(isLocked ? "resume" : "pause"),
      onConfirm: async () => {
        const task = isLocked ? "unlock_session" : "lock_session";
        const isTold = await askOfSessions([id], task, { reason: reason.value, forTicket: true });
        toast(isTold ? "success" : "info", t(isTold ? (isLocked ? "resumeSent" : "pauseSent") : "ended"));
        await onDone();
      },
    });
  };
  return (
    <div className="ticket-session-acts">
      {session.can_join === true ? (
        <Button href={`/luna/monitor/${id}?ticket_id=${ticketId}`} target="_blank" rel="noreferrer">
          {t("watch")}
        </Button>
      ) : null}
      {session.can_terminate === true ? (
        <Button danger onClick={terminate}>
          {t("terminate")}
        </Button>
      ) : null}
      {plainValue(session.type) === "normal" ? (
        <Button onClick={lock}>{t(isLocked ? "resume" : "pause")}</Button>
      ) : null}
    </div>
  );
}

function SessionFacts({ session, ticket }: { readonly session: Row; readonly ticket: Row }) {
  const { t } = useTranslation(["tickets", "sessions"]);
  const { can } = useSession();
  const state =
    session.is_finished === true
      ? "stateFinished"
      : session.is_locked === true
        ? "statePaused"
        : "stateOnline";
  const facts = [
    ["field.apply_login_asset", valueText(session.asset)],
    ["session.account", valueText(session.account)],
    ["session.protocol", valueText(session.protocol)],
    ["session.remote", valueText(session.remote_addr)],
  ] as const;
  const path = `/audit/sessions/sessions/${String(session.id)}?oid=${valueText(ticket.org_id)}`;
  return (
    <>
      <StatusMark calm good={state === "stateOnline"} text={t(`sessions:${state}`)} />
      <dl className="detail-list">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{t(`tickets:${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt>{t("tickets:session.started")}</dt>
          <dd>
            <TimeText value={session.date_start} />
          </dd>
        </div>
      </dl>
      {can("terminal.view_session") ? <Link to={path}>{t("tickets:detail.showSession")}</Link> : null}
    </>
  );
}

/** The sessions that an approved connection led to, and a way to end or pause those that run. */
export function SessionCard({ ticket }: { readonly ticket: Row }) {
  const { t } = useTranslation("tickets");
  const { data: sessions, error, refetch } = useTicketSessions(ticket);
  return (
    <section className="card">
      <h2>
        {sessions !== undefined && sessions.length > 1
          ? t("session.several", { count: sessions.length })
          : t("session.title")}
      </h2>
      {error !== null && sessions === undefined ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : sessions === undefined ? (
        <div className="card-loading" aria-busy="true" />
      ) : sessions.length === 0 ? (
        <p className="hint">{t("session.waiting", { name: applicantText(ticket) })}</p>
      ) : (
        sessions.map((session) => (
          <article key={String(session.id)} className="ticket-session">
            <SessionFacts session={session} ticket={ticket} />
            {isLive(session) ? (
              <SessionActs session={session} ticketId={String(ticket.id)} onDone={refetch} />
            ) : null}
          </article>
        ))
      )}
    </section>
  );
}

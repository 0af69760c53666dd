import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { TimeText } from "../../../kit/time-text.tsx";
import { TICKETS } from "../resources.ts";
import { applicantText } from "../ticket.ts";

/** Milliseconds between looks: for a session to begin, and for what becomes of it. */
const UNTIL_FOUND = 3_000;
const WHILE_LIVE = 5_000;

/** The session a ticket opened; null while there is none. */
function useTicketSession(id: string) {
  const url = `${TICKETS.url}${encodeURIComponent(id)}/session/`;
  return useQuery({
    queryKey: ["object", url],
    queryFn: async ({ signal }): Promise<Row | null> => {
      try {
        return await api<Row>(url, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data === null ? UNTIL_FOUND : data.is_finished === true ? false : WHILE_LIVE,
  });
}

const TASKS = "/api/v1/terminal/tasks/";

function SessionActs({
  session,
  onDone,
}: {
  readonly session: Row;
  readonly onDone: () => Promise<unknown>;
}) {
  const { t } = useTranslation("sessions");
  const id = String(session.id);
  const isLocked = session.is_locked === true;
  const name = `${valueText(session.user)} → ${valueText(session.asset)}`;
  const terminate = () =>
    confirm({
      title: t("terminateTitle", { count: 1 }),
      content: t("terminateBody", { names: name }),
      confirmText: t("terminate"),
      danger: true,
      onConfirm: async () => {
        await api(`${TASKS}kill-session-for-ticket/`, { method: "POST", body: [id] });
        toast("success", t("terminateSent"));
        await onDone();
      },
    });
  const lock = async () => {
    try {
      const { ok } = await api<{ readonly ok: readonly string[] }>(
        `${TASKS}toggle-lock-session-for-ticket/`,
        {
          method: "POST",
          body: { session_id: id, task_name: isLocked ? "unlock_session" : "lock_session" },
        },
      );
      const isTold = ok.length > 0;
      toast(isTold ? "success" : "info", t(isTold ? (isLocked ? "resumeSent" : "pauseSent") : "ended"));
      await onDone();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <div className="ticket-session-acts">
      {session.can_terminate === true ? (
        <Button danger onClick={terminate}>
          {t("terminate")}
        </Button>
      ) : null}
      {plainValue(session.type) === "normal" ? (
        <Button onClick={() => void lock()}>{t(isLocked ? "resume" : "pause")}</Button>
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

/** The session that an approved connection led to, and a way to end or pause it. */
export function SessionCard({ ticket }: { readonly ticket: Row }) {
  const { t } = useTranslation("tickets");
  const session = useTicketSession(String(ticket.id));
  const again = () => session.refetch();
  return (
    <section className="card">
      <h2>{t("session.title")}</h2>
      {session.error !== null && session.data === undefined ? (
        <FailureNotice error={session.error} onRetry={() => void again()} />
      ) : session.data === undefined ? (
        <div className="card-loading" aria-busy="true" />
      ) : session.data === null ? (
        <p className="hint">{t("session.waiting", { name: applicantText(ticket) })}</p>
      ) : (
        <>
          <SessionFacts session={session.data} ticket={ticket} />
          {session.data.is_finished === true ? null : <SessionActs session={session.data} onDone={again} />}
        </>
      )}
    </section>
  );
}

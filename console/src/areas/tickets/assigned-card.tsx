import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { fetchPage } from "../../kit/api/resources.ts";
import { FailureNotice } from "../../kit/list/list-states.tsx";
import { valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { RelativeTimes, TimeText } from "../../kit/time-text.tsx";
import { ASSIGNED_PAGE, TICKETS } from "./resources.ts";
import { applicantText, ticketPath } from "./ticket.ts";
import { TypeText } from "./ticket-marks.tsx";
import { useTicketsOn } from "./use-tickets-on.ts";

const SHOWN = 10;

/** The requests that wait for this person, on their start page; nothing where there are no tickets. */
export function AssignedCard() {
  return useTicketsOn() ? <Card /> : null;
}

function Card() {
  const { t } = useTranslation("tickets");
  const { profile } = useSession();
  const list = useQuery({
    queryKey: ["list", TICKETS.url, "home", profile.id],
    queryFn: ({ signal }) =>
      fetchPage(
        TICKETS.url,
        { assignees__id: profile.id, state: "pending", limit: SHOWN, offset: 0 },
        signal,
      ),
    refetchInterval: 15_000,
  });
  const rows = list.data?.results;
  return (
    <section className="card">
      <h2>
        {t("home.title")}
        <Link className="card-more" to={ASSIGNED_PAGE}>
          {t("home.all")}
        </Link>
      </h2>
      {list.error !== null && rows === undefined ? (
        <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : rows === undefined ? (
        <div className="card-loading" aria-busy="true" />
      ) : rows.length === 0 ? (
        <p className="hint">{t("home.empty")}</p>
      ) : (
        <ul className="recent-list">
          {rows.map((ticket) => (
            <li key={String(ticket.id)}>
              <Link className="recent-name" to={ticketPath(ticket) ?? ASSIGNED_PAGE}>
                {valueText(ticket.title)}
              </Link>
              <span className="recent-account">{applicantText(ticket)}</span>
              <span className="tag">
                <TypeText ticket={ticket} />
              </span>
              <RelativeTimes value>
                <TimeText value={ticket.date_created} />
              </RelativeTimes>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

import { useTranslation } from "react-i18next";
import { DetailLink } from "../../../kit/list/resource-list.tsx";
import { formatDate } from "../../../kit/metadata/dates.ts";
import { useSession } from "../../../kit/session.ts";
import { SESSIONS } from "../resources.ts";
import { clockText, type FoundSession, hitPath, type MomentHit } from "./moments-api.ts";

/** A line of a recording with what was found marked; opens the player at its second. */
function Hit({ session, hit }: { readonly session: string; readonly hit: MomentHit }) {
  const { t } = useTranslation("sessions");
  const { text, from, to, time, is_typed: isTyped } = hit;
  return (
    <li>
      <a className="moments-hit" href={hitPath(session, time)} target="_blank" rel="noreferrer">
        <span className="moments-time numeric">{clockText(time)}</span>
        <code>
          {text.slice(0, from)}
          <mark>{text.slice(from, to)}</mark>
          {text.slice(to)}
        </code>
        {isTyped ? <span className="tag">{t("moments.typed")}</span> : null}
      </a>
    </li>
  );
}

/** Sessions with their hits, newest first. */
export function FoundSessions({ sessions }: { readonly sessions: readonly FoundSession[] }) {
  const { t } = useTranslation("sessions");
  const { can } = useSession();
  return (
    <ol className="moments-sessions" aria-label={t("moments.results")}>
      {sessions.map(({ session, user, asset, account, date_start: date, hits, has_more: hasMore }) => (
        <li key={session} className="card moments-session">
          <h2>
            {can("terminal.view_session") ? (
              <DetailLink resource={SESSIONS} row={{ id: session }} text={user} />
            ) : (
              user
            )}{" "}
            <span className="moments-where">
              {account} · {asset}
            </span>{" "}
            <time className="hint numeric" dateTime={date}>
              {formatDate(date)}
            </time>
          </h2>
          <ul>
            {hits.map((hit) => (
              <Hit key={`${hit.time} ${hit.from} ${hit.text}`} session={session} hit={hit} />
            ))}
          </ul>
          {hasMore ? (
            <a
              className="moments-rest"
              href={hitPath(session, hits.at(-1)?.time ?? 0)}
              target="_blank"
              rel="noreferrer"
            >
              {t("moments.rest")}
            </a>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

import { exactInstant, formatDate } from "../../../kit/metadata/dates.ts";
import { useGrantingTexts } from "../use-granting-texts.ts";
import type { PermissionImpact } from "./permission-impact.ts";
import "../granting.css";

interface ImpactSummaryProps {
  /** Null when the server does not tell. */
  readonly impact: PermissionImpact | null;
  readonly note?: string | undefined;
}

/** What a change of a permission would do: who gains and loses what, and which sessions end. */
export default function ImpactSummary({ impact, note }: ImpactSummaryProps) {
  const { t } = useGrantingTexts();
  return (
    <div className="impact">
      {impact === null ? null : <Numbers impact={impact} />}
      {impact === null || impact.sessions.count === 0 ? null : <Sessions sessions={impact.sessions} />}
      {note === undefined ? null : <p>{note}</p>}
      {impact === null ? null : <p className="hint">{t("granting:preview.what")}</p>}
    </div>
  );
}

function Numbers({ impact }: { readonly impact: PermissionImpact }) {
  const { t } = useGrantingTexts();
  const { added, removed, changed, users, assets } = impact;
  if (added + removed + changed === 0) return <p role="status">{t("granting:preview.none")}</p>;
  return (
    <>
      <ul className="impact-numbers">
        {added === 0 ? null : (
          <li className="is-gain">
            <span aria-hidden="true">+</span> {t("granting:preview.added", { count: added })}
          </li>
        )}
        {removed === 0 ? null : (
          <li className="is-loss">
            <span aria-hidden="true">−</span> {t("granting:preview.removed", { count: removed })}
          </li>
        )}
        {changed === 0 ? null : (
          <li>
            <span aria-hidden="true">±</span> {t("granting:preview.changed", { count: changed })}
          </li>
        )}
      </ul>
      <p className="hint">{t("granting:preview.reach", { users, assets })}</p>
    </>
  );
}

function Sessions({ sessions }: { readonly sessions: PermissionImpact["sessions"] }) {
  const { t } = useGrantingTexts();
  const { count, end, finishing: some = 0, results } = sessions;
  const finishing = end ? some : 0;
  const ending = count - finishing;
  return (
    <section className={end && ending > 0 ? "impact-sessions is-ending" : "impact-sessions"}>
      {ending === 0 ? null : (
        <p role="alert">
          {t(end ? "granting:preview.sessionsEnd" : "granting:preview.sessionsStay", { count: ending })}
        </p>
      )}
      {finishing === 0 ? null : (
        <p role="alert">{t("granting:preview.sessionsFinish", { count: finishing })}</p>
      )}
      <ul>
        {results.map(({ id, user, asset, account, date_start, ends = null }) => (
          <li key={id}>
            <span>{`${user} → ${asset}`}</span> <span className="hint">{account}</span>{" "}
            <time className="hint numeric" title={exactInstant(date_start)}>
              {formatDate(date_start)}
            </time>
            {end && ends !== null ? (
              <time className="hint numeric" title={exactInstant(ends)}>
                {t("granting:preview.until", { date: formatDate(ends) })}
              </time>
            ) : null}
          </li>
        ))}
        {count > results.length && results.length > 0 ? (
          <li className="hint">{t("granting:preview.more", { count: count - results.length })}</li>
        ) : null}
      </ul>
    </section>
  );
}

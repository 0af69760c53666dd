import type { ApiError } from "../../../kit/api/api-error.ts";
import { formatDate } from "../../../kit/metadata/dates.ts";
import { TimeText } from "../../../kit/time-text.tsx";
import { LOGIN_LOGS } from "../../audits/index.ts";
import { SESSIONS } from "../../sessions/index.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { EFFECTS, type Foreseen, type ForeseenRecord, type Foresight } from "./foresight.ts";
import "./foresight.css";

interface SummaryProps {
  /** Null where it could not be told. */
  readonly foresight: Foresight | null;
  readonly failure: ApiError | null;
  readonly of: Foreseen;
}

/** What a rule would have done in the last days: how much of what, and the newest of each. */
export default function ForesightSummary({ foresight, failure, of }: SummaryProps) {
  const { t } = useRuleTexts();
  if (foresight === null) {
    return (
      <div className="foresight">
        <p role="alert">{t("acls:preview.failed")}</p>
        {failure?.text === undefined ? null : <p className="hint">{failure.text}</p>}
      </div>
    );
  }
  const { examined, since, stopped_at: stopped, results } = foresight;
  const effects = EFFECTS.filter((effect) => foresight[effect] > 0);
  const counted = t(`acls:preview.examined.${of}`, { count: examined, since: formatDate(since) });
  return (
    <div className="foresight">
      {effects.length === 0 ? <p role="status">{t(`acls:preview.none.${of}`)}</p> : null}
      {effects.map((effect) => (
        <section key={effect} className={`foresight-effect is-${effect}`}>
          <h3>{t(`acls:preview.${effect}.${of}`, { count: foresight[effect] })}</h3>
          <ul>
            {results
              .filter((record) => record.effect === effect)
              .map((record) => (
                <Foretold key={record.id} record={record} />
              ))}
          </ul>
          <More all={foresight[effect]} shown={results.filter((record) => record.effect === effect).length} />
        </section>
      ))}
      <p className="hint">
        {stopped === null ? counted : t("acls:preview.stopped", { counted, date: formatDate(stopped) })}
      </p>
    </div>
  );
}

function More({ all, shown }: { readonly all: number; readonly shown: number }) {
  const { t } = useRuleTexts();
  return all > shown ? <p className="hint">{t("acls:preview.more", { count: all - shown })}</p> : null;
}

/** Where a record is looked at: its session, or its line in the log of sign-ins. */
function pathOf({ id, session, asset }: ForeseenRecord): string {
  if (session !== undefined) return `${SESSIONS.routes.detail?.(session) ?? ""}?activeTab=SessionCommand`;
  return (asset === undefined ? LOGIN_LOGS : SESSIONS).routes.detail?.(id) ?? "";
}

function Foretold({ record }: { readonly record: ForeseenRecord }) {
  const { user, asset, account, input, remote_addr, date } = record;
  const where = asset === undefined ? user : `${user} → ${asset}`;
  return (
    <li>
      {/* Beside the form, which is not saved yet. */}
      <a href={`/ui${pathOf(record)}`} target="_blank" rel="noreferrer">
        {input === undefined ? where : <code>{input}</code>}
      </a>{" "}
      <span className="hint">
        {input === undefined ? "" : `${where} · `}
        {account === undefined ? "" : `${account} · `}
        <span className="numeric">{remote_addr}</span> · <TimeText value={date} />
      </span>
    </li>
  );
}

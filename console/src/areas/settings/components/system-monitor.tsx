import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { fieldsOf, metadataQuery, objectQuery } from "../../../kit/api/resources.ts";
import { FailureNotice, Notice } from "../../../kit/list/list-states.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { COMPONENTS, componentsWith } from "./component-resources.ts";
import { HealthCard } from "./health-card.tsx";
import "./components.css";

/** The states of the components of one type (docs/contract/components.md, section 6). */
interface TypeState {
  readonly type: string;
  readonly total: number;
  readonly session_active: number;
  readonly normal: readonly string[];
  readonly high: readonly string[];
  readonly critical: readonly string[];
  readonly offline: readonly string[];
}

const LEVELS = ["normal", "high", "critical", "offline"] as const;

/** How often the states are asked for while somebody looks, in milliseconds. */
const LIVE = 10_000;

/** How the installation is: what is wrong with it, and in which state its components are, by their type. */
export function SystemMonitor() {
  const { t } = useSettingsTexts();
  const states = useQuery({
    ...objectQuery<readonly TypeState[]>("/api/v1/terminal/components/metrics/"),
    refetchInterval: LIVE,
  });
  return (
    <div className="monitor">
      <HealthCard />
      {states.error !== null && states.data === undefined ? (
        <FailureNotice error={states.error} onRetry={() => void states.refetch()} />
      ) : states.data === undefined ? (
        <div className="card-loading" />
      ) : states.data.length === 0 ? (
        <Notice title={t("components:monitor.none")} body={t("components:empty")} />
      ) : (
        <div className="monitor-types">
          {states.data.map((state) => (
            <TypeCard key={state.type} state={state} />
          ))}
        </div>
      )}
    </div>
  );
}

/** What a type is called, as the list of components has it. */
function useTypeName(type: string): string {
  const { data } = useQuery(metadataQuery(COMPONENTS.url));
  const choices = fieldsOf(data, "GET").type?.choices ?? [];
  return choices.find(({ value }) => value === type)?.label ?? type;
}

function TypeCard({ state }: { readonly state: TypeState }) {
  const { t } = useSettingsTexts();
  const { type, total, session_active: sessions } = state;
  const name = useTypeName(type);
  return (
    <section className="card" aria-label={name}>
      <div className="component-head">
        <h2>{name}</h2>
        <span className="hint">{t("components:monitor.sessions", { count: sessions })}</span>
      </div>
      <div className="monitor-bar" aria-hidden="true">
        {LEVELS.filter((level) => state[level].length > 0).map((level) => (
          <span key={level} className={`level-${level}`} style={{ flexGrow: state[level].length }} />
        ))}
      </div>
      <ul className="monitor-levels">
        <li>
          <Link to={componentsWith({ type })}>{t("components:monitor.total")}</Link>
          <span className="numeric">{total}</span>
        </li>
        {LEVELS.map((level) => (
          <li key={level}>
            <span className={`monitor-mark level-${level}`} aria-hidden="true" />
            {state[level].length === 0 ? (
              t(`components:level.${level}`)
            ) : (
              <Link to={componentsWith({ type, load: level })} title={state[level].join("\n")}>
                {t(`components:level.${level}`)}
              </Link>
            )}
            <span className="numeric">{state[level].length}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

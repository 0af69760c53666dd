import i18next from "i18next";
import { Link } from "react-router";
import { labelled } from "../metadata/labelled.ts";
import "./charts.css";

/** A part of the bar. */
export interface Share {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  /** Where its things are listed. */
  readonly to?: string;
}

/** A part of a whole, as the reader's language writes it: `25%`. */
const percentText = (part: number): string =>
  new Intl.NumberFormat(i18next.language, { style: "percent" }).format(part);

/** Colours there are. */
const TONES = 7;

const Value = ({ name, value }: Pick<Share, "name" | "value">) => (
  <>
    {name} <span className="numeric chart-value">{value}</span>
  </>
);

/** How large each part of a whole is: one bar, and its legend with the numbers. */
export function ShareBar({ label, shares }: { readonly label: string; readonly shares: readonly Share[] }) {
  const whole = shares.reduce((sum, { value }) => sum + value, 0);
  const tone = (index: number): number => (index % TONES) + 1;
  return (
    <div className="share-bar">
      <div className="share-bar-parts" aria-hidden="true">
        {shares.map(({ key, value }, index) => (
          <span key={key} className={`series-${tone(index)}`} style={{ flexGrow: value }} />
        ))}
      </div>
      <ul className="chart-legend" aria-label={label}>
        {shares.map(({ key, name, value, to }, index) => (
          <li key={key}>
            <span className={`chart-mark series-${tone(index)}`} aria-hidden="true" />
            {to === undefined ? (
              <Value name={name} value={value} />
            ) : (
              <Link to={to} aria-label={labelled(name, String(value))}>
                <Value name={name} value={value} />
              </Link>
            )}{" "}
            <span className="hint numeric">{percentText(value / Math.max(1, whole))}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

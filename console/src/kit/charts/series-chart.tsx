import { Button } from "antd";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { labelled, listed } from "../metadata/labelled.ts";
import { niceTop } from "./nice-top.ts";
import "./charts.css";

/** One line or row of columns. */
export interface Series {
  readonly name: string;
  /** A value for each label; null where there is none, which leaves a gap. */
  readonly values: readonly (number | null)[];
  /** Where what each value counts is listed; led to from the table. */
  readonly links?: readonly string[];
}

/** Props of {@link SeriesChart}. */
export interface SeriesChartProps {
  /** What is shown; the name of the picture and of its table. */
  readonly label: string;
  /** Head of the labels' column in the table. */
  readonly axis: string;
  readonly labels: readonly string[];
  /** At most four. */
  readonly series: readonly Series[];
  readonly kind: "line" | "column";
}

/** Days that are named below the drawing at most, and values that are told apart by points. */
const MOST_NAMED = 7;
const MOST_POINTS = 14;

/** The drawing has no size of its own: it is stretched, and what is written stands beside it. */
const WIDTH = 1_000;
const HEIGHT = 200;

/** A value as people write it, beside the drawing in a short form: `12K`. */
function valueText(value: number | null | undefined, notation: "standard" | "compact" = "standard"): string {
  return value === null || value === undefined
    ? "–"
    : new Intl.NumberFormat(i18next.language, { notation }).format(value);
}

/**
 * Values over time, as lines or columns, with the values of the day under the pointer, else the last; or the same as a
 * table.
 */
export function SeriesChart({ label, axis, labels, series, kind }: SeriesChartProps) {
  const { t } = useTranslation("kit");
  const [isTable, setTable] = useState(false);
  const [pointed, setPointed] = useState<number>();
  const shown = Math.min(pointed ?? labels.length - 1, labels.length - 1);
  return (
    <figure className="chart">
      <figcaption className="chart-head">
        <ul className="chart-legend">
          {series.map(({ name, values }, index) => (
            <li key={name}>
              <span className={`chart-mark series-${index + 1}`} aria-hidden="true" />
              {name} <span className="numeric chart-value">{valueText(values[shown])}</span>
            </li>
          ))}
          <li className="hint">{labels[shown]}</li>
        </ul>
        <Button size="small" type="text" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t("chart.table")}
        </Button>
      </figcaption>
      {isTable ? (
        <SeriesTable label={label} axis={axis} labels={labels} series={series} />
      ) : (
        <Drawing
          label={label}
          labels={labels}
          series={series}
          kind={kind}
          shown={pointed}
          onPoint={setPointed}
        />
      )}
    </figure>
  );
}

function SeriesTable({ label, axis, labels, series }: Omit<SeriesChartProps, "kind">) {
  return (
    // Long enough to be scrolled, so the keyboard reaches it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached
    <section className="chart-table" tabIndex={0} aria-label={label}>
      <table className="figure-table">
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="numeric">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((day, index) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {series.map(({ name, values, links }) => {
                const value = valueText(values[index]);
                const to = links?.[index];
                return (
                  <td key={name} className="numeric">
                    {to === undefined ? (
                      value
                    ) : (
                      <Link to={to} aria-label={labelled(listed([day, name]), value)}>
                        {value}
                      </Link>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface DrawingProps extends Omit<SeriesChartProps, "axis"> {
  readonly shown: number | undefined;
  readonly onPoint: (index: number | undefined) => void;
}

function Drawing({ label, labels, series, kind, shown, onPoint }: DrawingProps) {
  const top = niceTop(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const width = WIDTH / Math.max(1, labels.length);
  const middle = (index: number): number => (index + 0.5) * width;
  const height = (value: number): number => HEIGHT - (value / top) * HEIGHT;
  const path = (values: Series["values"]): string =>
    values
      .map((value, index) => {
        if (value === null) return "";
        // After a gap the line begins anew.
        return `${(values[index - 1] ?? null) === null ? "M" : "L"}${middle(index)} ${height(value)}`;
      })
      .join("");
  const point = (clientX: number, box: DOMRect): void => {
    const index = Math.floor(((clientX - box.left) / box.width) * labels.length);
    onPoint(Math.max(0, Math.min(labels.length - 1, index)));
  };
  // Evenly spaced, the last one among them.
  const step = Math.ceil(labels.length / MOST_NAMED);
  const named = labels.flatMap((day, index) =>
    (labels.length - 1 - index) % step === 0 ? [{ day, index }] : [],
  );
  return (
    <div className="chart-plot">
      <div className="chart-scale numeric" aria-hidden="true">
        <span>{valueText(top, "compact")}</span>
        <span>{valueText(top / 2, "compact")}</span>
        <span>0</span>
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        onPointerMove={(event) => point(event.clientX, event.currentTarget.getBoundingClientRect())}
        onPointerLeave={() => onPoint(undefined)}
      >
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <line key={y} className="chart-rule" x1={0} x2={WIDTH} y1={y} y2={y} />
        ))}
        {shown === undefined ? null : (
          <rect className="chart-pointed" x={shown * width} y={0} width={width} height={HEIGHT} />
        )}
        {series.map(({ name, values }, nth) =>
          kind === "line" && labels.length > 1 ? (
            <g key={name} className={`series-${nth + 1}`}>
              {series.length > 1 ? null : (
                <path className="chart-area" d={`${path(values)}V${HEIGHT}H${middle(0)}Z`} />
              )}
              <path className={`chart-line series-${nth + 1}`} d={path(values)} />
              {labels.length > MOST_POINTS ? null : (
                <path
                  className="chart-point"
                  d={values
                    .map((value, index) => (value === null ? "" : `M${middle(index)} ${height(value)}h0`))
                    .join("")}
                />
              )}
            </g>
          ) : (
            values.map((value, index) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                key={`${name}-${index}`}
                className={`chart-column series-${nth + 1}`}
                x={index * width + width * (0.2 + (0.6 / series.length) * nth)}
                width={(width * 0.6) / series.length}
                y={height(value ?? 0)}
                height={HEIGHT - height(value ?? 0)}
              />
            ))
          ),
        )}
      </svg>
      <div className="chart-axis numeric" aria-hidden="true">
        {named.map(({ day, index }) => (
          <span key={day} style={{ insetInlineStart: `${((index + 0.5) / labels.length) * 100}%` }}>
            {day}
          </span>
        ))}
      </div>
    </div>
  );
}

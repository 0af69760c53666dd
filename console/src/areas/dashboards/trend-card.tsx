import { useTranslation } from "react-i18next";
import { SeriesChart, type SeriesChartProps } from "../../kit/charts/series-chart.tsx";
import { Notice } from "../../kit/list/list-states.tsx";
import { parseDate } from "../../kit/metadata/dates.ts";
import type { Requirement } from "../../kit/permissions.ts";
import { useSession } from "../../kit/session.ts";
import { countedDayAddress, dayAddress } from "./dashboard-days.ts";
import { FigureCard } from "./figure-card.tsx";
import { type Figures, listIn, useFigures } from "./index-figures.ts";

/** Props of {@link TrendCard}. */
export interface TrendCardProps {
  readonly title: string;
  /** Parameter of `index/` that asks for the series. */
  readonly group: "dates_metrics" | "session_dates_metrics";
  readonly days: number;
  readonly kind: SeriesChartProps["kind"];
  /** The figures to draw, with their names. */
  readonly series: readonly TrendSeries[];
  /** What to do so that something is seen. */
  readonly emptyHint: string;
}

/** A figure of each day. */
interface TrendSeries {
  readonly key: string;
  readonly name: string;
  /** The list that has what a day counts. */
  readonly list?: {
    readonly path: string;
    readonly more?: Readonly<Record<string, string>>;
    readonly permission: Requirement;
  };
}

/** The addition by which a server tells when its days began (docs/contract/dashboards.md, section 1). */
const MIDNIGHTS = "dates_metrics_midnights";

/** When the counted days began; undefined where the server does not tell. */
function midnightsIn(figures: Figures): readonly Date[] | undefined {
  const midnights = listIn<string>(figures, MIDNIGHTS).map(parseDate);
  return midnights.length > 0 && midnights.every((date) => date !== undefined) ? midnights : undefined;
}

/** The time at which the viewer sees a counted day begin; undefined where that is midnight. */
function beginningOf(midnights: readonly Date[] | undefined): string | undefined {
  const last = midnights?.at(-1);
  if (last === undefined || (last.getHours() === 0 && last.getMinutes() === 0)) return undefined;
  return [last.getHours(), last.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Figures of each day. */
export function TrendCard({ title, group, days, kind, series, emptyHint }: TrendCardProps) {
  const { t } = useTranslation("dashboards");
  const { can } = useSession();
  const figures = useFigures([group, MIDNIGHTS], { days });
  return (
    <FigureCard title={title} figures={figures}>
      {(found) => {
        if (found === undefined) return <div className="card-loading is-tall" />;
        const midnights = midnightsIn(found);
        const begins = beginningOf(midnights);
        const lines = series.map(({ key, name, list }) => {
          const values = listIn<number>(found, key);
          if (list === undefined || !can(list.permission)) return { name, values };
          const { path, more } = list;
          return {
            name,
            values,
            links: values.map(
              (_, day) =>
                countedDayAddress(path, midnights ?? [], day, more) ??
                dayAddress(path, values.length - 1 - day, more),
            ),
          };
        });
        if (lines.every(({ values }) => values.every((value) => value === 0))) {
          return <Notice title={t("nothingYet")} body={emptyHint} />;
        }
        return (
          <>
            <SeriesChart
              label={title}
              axis={t("day")}
              labels={listIn<string>(found, "dates_metrics_date")}
              series={lines}
              kind={kind}
            />
            {begins === undefined ? null : <p className="hint">{t("dayBegins", { time: begins })}</p>}
          </>
        );
      }}
    </FigureCard>
  );
}

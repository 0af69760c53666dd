import { useTranslation } from "react-i18next";
import { SeriesChart, type SeriesChartProps } from "../../kit/charts/series-chart.tsx";
import { Notice } from "../../kit/list/list-states.tsx";
import type { Requirement } from "../../kit/permissions.ts";
import { useSession } from "../../kit/session.ts";
import { dayAddress } from "./dashboard-days.ts";
import { FigureCard } from "./figure-card.tsx";
import { listIn, useFigures } from "./index-figures.ts";

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

/** Figures of each day. */
export function TrendCard({ title, group, days, kind, series, emptyHint }: TrendCardProps) {
  const { t } = useTranslation("dashboards");
  const { can } = useSession();
  const figures = useFigures([group], { days });
  return (
    <FigureCard title={title} figures={figures}>
      {(found) => {
        if (found === undefined) return <div className="card-loading is-tall" />;
        const lines = series.map(({ key, name, list }) => {
          const values = listIn<number>(found, key);
          if (list === undefined || !can(list.permission)) return { name, values };
          const { path, more } = list;
          return {
            name,
            values,
            links: values.map((_, day) => dayAddress(path, values.length - 1 - day, more)),
          };
        });
        if (lines.every(({ values }) => values.every((value) => value === 0))) {
          return <Notice title={t("nothingYet")} body={emptyHint} />;
        }
        return (
          <SeriesChart
            label={title}
            axis={t("day")}
            labels={listIn<string>(found, "dates_metrics_date")}
            series={lines}
            kind={kind}
          />
        );
      }}
    </FigureCard>
  );
}

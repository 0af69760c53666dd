import { useTranslation } from "react-i18next";
import { SeriesChart, type SeriesChartProps } from "../../kit/charts/series-chart.tsx";
import { Notice } from "../../kit/list/list-states.tsx";
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
  readonly series: readonly { readonly key: string; readonly name: string }[];
}

/** Figures of each day. */
export function TrendCard({ title, group, days, kind, series }: TrendCardProps) {
  const { t } = useTranslation("dashboards");
  const figures = useFigures([group], { days });
  return (
    <FigureCard title={title} figures={figures}>
      {(found) => {
        if (found === undefined) return <div className="card-loading is-tall" />;
        const lines = series.map(({ key, name }) => ({ name, values: listIn<number>(found, key) }));
        if (lines.every(({ values }) => values.every((value) => value === 0))) {
          return <Notice title={t("nothingYet")} body={t("noSessionsHint")} />;
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

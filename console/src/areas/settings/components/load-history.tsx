import { useQuery } from "@tanstack/react-query";
import { Segmented } from "antd";
import { useState } from "react";
import { api } from "../../../kit/api/client.ts";
import { SeriesChart } from "../../../kit/charts/series-chart.tsx";
import { FailureNotice, Notice } from "../../../kit/list/list-states.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { type LoadAnswer, loadSeries, RANGES, type Range } from "./load-points.ts";
import "./components.css";

/** How busy one component was (docs/contract/components.md, section 7). */
export function LoadHistory({ id }: { readonly id: string }) {
  const { t } = useSettingsTexts();
  const [range, setRange] = useState<Range>("day");
  const history = useQuery({
    queryKey: ["component-loads", id, range],
    queryFn: ({ signal }) =>
      api<LoadAnswer>(`/api/v1/sallyport/components/${id}/loads/`, { query: { range }, signal }),
    refetchInterval: 60_000,
  });
  return (
    <section className="card">
      <div className="component-head">
        <h2>{t("components:history.title")}</h2>
        <Segmented<Range>
          aria-label={t("components:history.range")}
          value={range}
          options={RANGES.map((value) => ({ value, label: t(`components:history.ranges.${value}`) }))}
          onChange={setRange}
        />
      </div>
      {history.error !== null && history.data === undefined ? (
        <FailureNotice error={history.error} onRetry={() => void history.refetch()} />
      ) : history.data === undefined ? (
        <div className="card-loading" />
      ) : (
        <Charts answer={history.data} range={range} />
      )}
    </section>
  );
}

function Charts({ answer, range }: { readonly answer: LoadAnswer; readonly range: Range }) {
  const { t } = useSettingsTexts();
  const { labels, values } = loadSeries(answer, range);
  if (labels.length === 0) {
    return <Notice title={t("components:history.none")} body={t("components:history.noneHint")} />;
  }
  const figure = (
    name: Parameters<typeof values>[0],
    key: "average" | "most" | "memory" | "memoryMost" | "disk",
  ) => ({
    name: t(`components:history.${key}`),
    values: values(name),
  });
  const drawn = { labels, axis: t("components:history.time"), kind: "line" } as const;
  return (
    <div className="component-charts">
      <h3>{t("components:history.processors")}</h3>
      <SeriesChart
        {...drawn}
        label={t("components:history.processors")}
        series={[figure("cpu_load", "average"), figure("cpu_load_most", "most")]}
      />
      <h3>{t("components:history.memoryAndDisk")}</h3>
      <SeriesChart
        {...drawn}
        label={t("components:history.memoryAndDisk")}
        series={[
          figure("memory_used", "memory"),
          figure("memory_used_most", "memoryMost"),
          figure("disk_used", "disk"),
        ]}
      />
      <h3>{t("components:history.sessions")}</h3>
      <SeriesChart
        {...drawn}
        label={t("components:history.sessions")}
        series={[figure("session_online", "most")]}
      />
    </div>
  );
}

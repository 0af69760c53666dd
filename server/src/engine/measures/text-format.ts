import { isObject } from "../json.ts";

/** One value of a metric. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** Name of its own, of the parts of a histogram. Default that of the metric. */
  readonly name?: string;
}

/** A metric with its values. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

function line(metric: string, { name = metric, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
}

/** Metrics in the text format of Prometheus, version 0.0.4; those of one name are written as one. */
export function writeMetrics(metrics: readonly Metric[]): string {
  const byName = new Map<string, Metric>();
  for (const metric of metrics) {
    const known = byName.get(metric.name);
    const samples = [...(known?.samples ?? []), ...metric.samples];
    byName.set(metric.name, { ...metric, samples });
  }
  return [...byName.values()]
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map((sample) => line(name, sample)).join("")}`,
    )
    .join("");
}

/** What a process has counted, by `readMeasures`, with the labels of the process. Anything else is passed over. */
export function metricsOf(measured: unknown, labels: Sample["labels"]): Metric[] {
  const { metrics } = isObject(measured) ? measured : {};
  if (!Array.isArray(metrics)) return [];
  return metrics.filter(isObject).flatMap(({ name, help, type, values }) => {
    if (type !== "counter" && type !== "gauge" && type !== "histogram") return [];
    if (!Array.isArray(values)) return [];
    const samples = values.filter(isObject).map(({ value, labels: own, metricName }) => ({
      labels: { ...labels, ...textsOf(own) },
      value: Number(value),
      ...(typeof metricName === "string" ? { name: metricName } : {}),
    }));
    return [{ name: String(name), help: String(help), type, samples }];
  });
}

const textsOf = (labels: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(labels) ? labels : {}).map(([name, value]) => [name, String(value)]),
  );

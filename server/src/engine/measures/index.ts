export { type DecisionOutcome, measures, readMeasures } from "./measures.ts";
export { type Metric, metricsOf, type Sample, writeMetrics } from "./text-format.ts";

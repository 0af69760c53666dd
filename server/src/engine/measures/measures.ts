import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { JsonObject } from "../json.ts";

/**
 * What this process counts for the metrics. Every process of the product has its own; they are told with the heartbeat
 * of the process and read together, so that one address has those of all of them (docs/monitoring.md).
 */
const registry = new Registry();

const registers = [registry];

/** Requests, by how they were answered. */
const requestSeconds = new Histogram({
  name: "sallyport_http_request_seconds",
  help: "Time to answer HTTP requests, by method and class of status.",
  labelNames: ["method", "status"] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

const decisionSeconds = new Histogram({
  name: "sallyport_decision_seconds",
  help: "Time to decide who may connect, by outcome: allowed, refused, held (people are asked) or incomplete.",
  labelNames: ["outcome"] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers,
});

const recorderBytes = new Counter({
  name: "sallyport_recorder_written_bytes_total",
  help: "Bytes of recordings written to disk.",
  registers,
});

const recorderFailures = new Counter({
  name: "sallyport_recorder_failures_total",
  help: "Recordings that could not be written any more.",
  registers,
});

const recorderWaiting = new Gauge({
  name: "sallyport_recorder_waiting_bytes",
  help: "Bytes of recordings that wait to be written.",
  registers,
});

const recorderLag = new Histogram({
  name: "sallyport_recorder_write_seconds",
  help: "Time to compress, seal and write a frame of a recording.",
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  registers,
});

/** What became of a decision. */
export type DecisionOutcome = "allowed" | "refused" | "held" | "incomplete";

/** Notes what happens, for the metrics. */
export const measures = {
  /** A request was answered. */
  answered(method: string, status: number, seconds: number): void {
    requestSeconds.observe({ method, status: `${Math.floor(status / 100)}xx` }, seconds);
  },
  /** It was decided whether somebody may connect. */
  decided(outcome: DecisionOutcome, seconds: number): void {
    decisionSeconds.observe({ outcome }, seconds);
  },
  recorder: {
    /** Bytes wait to be written; negative when they no longer do. */
    waits: (bytes: number): void => recorderWaiting.inc(bytes),
    /** Bytes are on disk, after so many seconds. */
    written(bytes: number, seconds: number): void {
      recorderBytes.inc(bytes);
      recorderLag.observe(seconds);
    },
    failed: (): void => recorderFailures.inc(),
  },
} as const;

/** What this process has counted so far, as `writeMeasures` reads it. */
export const readMeasures = async (): Promise<JsonObject> => ({
  metrics: JSON.parse(JSON.stringify(await registry.getMetricsAsJSON())),
});

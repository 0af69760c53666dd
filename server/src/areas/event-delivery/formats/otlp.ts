import { productVersion } from "../../../engine/config/index.ts";
import type { Language } from "../../../engine/i18n/index.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import type { PlacedEvent } from "../catalogue/event.ts";
import { type WireEvent, wireEvent } from "./json.ts";

/** Severities of syslog (0 is worst) as OpenTelemetry numbers them, with their names. */
const severities: readonly (readonly [number, string])[] = [
  [21, "emergency"],
  [19, "alert"],
  [18, "critical"],
  [17, "error"],
  [13, "warning"],
  [10, "notice"],
  [9, "informational"],
  [5, "debug"],
];

/** A value as OTLP writes it in JSON, where an integer of 64 bits is a string. */
function anyValue(value: Json): JsonObject {
  switch (typeof value) {
    case "string":
      return { stringValue: value };
    case "boolean":
      return { boolValue: value };
    case "number":
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      if (value === null) return {};
      return Array.isArray(value)
        ? { arrayValue: { values: value.map(anyValue) } }
        : { kvlistValue: { values: keyValues(Object.entries(value as JsonObject)) } };
  }
}

const keyValues = (pairs: readonly (readonly [string, Json])[]): JsonObject[] =>
  pairs.map(([key, value]) => ({ key, value: anyValue(value) }));

/** What an event tells, by the names of the semantic conventions where those have one. */
function attributesOf(event: WireEvent): JsonObject[] {
  const said: readonly (readonly [string, Json])[] = [
    ["log.record.uid", event.id],
    ["user.name", event.user],
    ["client.address", event.source_ip],
    ["session.id", event.session_id],
    ["sallyport.seq", event.seq],
    ["sallyport.outcome", event.outcome],
    ["sallyport.asset", event.asset],
    ["sallyport.account", event.account],
    ["sallyport.object", event.object],
    ["sallyport.object_type", event.object_type],
    ["sallyport.org_id", event.org_id ?? ""],
    ["sallyport.record", event.record],
    ["sallyport.truncated", event.truncated ?? ""],
  ];
  return keyValues(said.filter(([, value]) => value !== ""));
}

/** Nanoseconds since 1970. Times of records have up to six digits behind the second, which a `Date` would cut to three. */
function nanoseconds(time: string): string {
  const micros = /\.\d{3}(\d{1,3})/.exec(time)?.[1] ?? "";
  return `${Date.parse(time)}${micros.padEnd(6, "0")}`;
}

function logRecord(event: WireEvent): JsonObject {
  const [severityNumber, severityText] = severities[event.severity] ?? [9, "informational"];
  const time = nanoseconds(event.time);
  return {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber,
    severityText,
    eventName: event.kind,
    body: { stringValue: event.summary },
    attributes: attributesOf(event),
  };
}

/** Events as a request for the logs of an OpenTelemetry collector: OTLP 1, in JSON. docs/events.md, "OpenTelemetry". */
export const otlpLogs = (events: readonly PlacedEvent[], language: Language): JsonObject => ({
  resourceLogs: [
    {
      resource: {
        attributes: keyValues([
          ["service.name", "sallyport"],
          ["service.version", productVersion],
        ]),
      },
      scopeLogs: [
        {
          scope: { name: "sallyport.events", version: productVersion },
          logRecords: events.map((event) => logRecord(wireEvent(event, language))),
        },
      ],
    },
  ],
});

/** Whether a collector took a request, and not all records of it: it says how many in an answer of 200. */
export const hasRejected = (answer: string): boolean =>
  /"rejected(?:LogRecords|_log_records)"\s*:\s*"?[1-9]/.test(answer);

/** Where a collector takes logs: an address without a path is that of the collector, as its clients have it. */
export function logsAddress(address: string): string {
  const url = new URL(address);
  if (url.pathname === "/") url.pathname = "/v1/logs";
  return url.href;
}

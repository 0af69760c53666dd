import type { Language } from "../../../engine/i18n/index.ts";
import { syslogText } from "../../../engine/outbound/index.ts";
import { bounded } from "../catalogue/bounded.ts";
import type { PlacedEvent } from "../catalogue/event.ts";
import { cefText } from "./cef.ts";
import { type WireEvent, wireEvent } from "./json.ts";

/** How events look in syslog. */
export type SyslogFormat = "json" | "cef" | "rfc5424";

/** Bytes of a message: what RFC 5425 asks every receiver to take, and rsyslog takes unless told otherwise. */
const largestMessage = 8_192;

/** The number that names who defined the structured data; this one is reserved for whoever has none (RFC 5612). */
const enterprise = 32_473;

const inValue = (value: string): string => value.replace(/[\\"\]]/g, "\\$&");

function structured(event: WireEvent): string {
  const pairs: readonly (readonly [string, string])[] = [
    ["id", event.id],
    ["seq", String(event.seq)],
    ["kind", event.kind],
    ["outcome", event.outcome],
    ["user", event.user],
    ["source_ip", event.source_ip],
    ["asset", event.asset],
    ["account", event.account],
    ["object", event.object],
    ["object_type", event.object_type],
    ["session_id", event.session_id],
    ["org_id", event.org_id ?? ""],
  ];
  const shown = pairs
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}="${inValue(value)}"`);
  return `[event@${enterprise} ${shown.join(" ")}]`;
}

function write(event: WireEvent, format: SyslogFormat, language: Language): string {
  const { kind, severity } = event;
  const head = { kind, severity, date: new Date(event.time) };
  switch (format) {
    case "json":
      return syslogText({ ...head, text: JSON.stringify(event) });
    case "cef":
      return syslogText({ ...head, text: cefText(event, language) });
    case "rfc5424":
      return syslogText({ ...head, data: structured(event), text: event.summary });
  }
}

/** The event as a message of syslog that receivers take whole. docs/events.md, "Syslog". */
export function syslogMessage(placed: PlacedEvent, format: SyslogFormat, language: Language): string {
  const written = (event: WireEvent): string => write(event, format, language);
  return written(bounded(wireEvent(placed, language), largestMessage, written));
}

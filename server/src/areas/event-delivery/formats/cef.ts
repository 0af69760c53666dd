import type { Language } from "../../../engine/i18n/index.ts";
import { eventKind } from "../catalogue/kinds.ts";
import type { WireEvent } from "./json.ts";

/** Of RFC 5424 (0 is worst) to CEF (10 is worst). */
const severities = [10, 10, 9, 8, 6, 4, 3, 1];

const oneLine = (value: string): string => value.replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, " ");

/** In the header a bar ends a field. */
const inHeader = (value: string): string => oneLine(value).replace(/[\\|]/g, "\\$&");

/** In the extension an equals sign ends a name; line breaks are written as such. */
const inExtension = (value: string): string =>
  value.replace(/[\\=]/g, "\\$&").replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, "\\n");

/** The event in the Common Event Format, version 0. docs/events.md, "CEF". */
export function cefText(event: WireEvent, language: Language): string {
  const { kind, severity, source_ip: source, object_type: type, session_id: session } = event;
  const header = ["CEF:0", "Sallyport", "Sallyport", "1", kind, eventKind(kind).label[language]].map(
    (part, at) => (at === 0 ? part : inHeader(part)),
  );
  const pairs: readonly (readonly [string, string])[] = [
    ["externalId", event.id],
    ["rt", String(Date.parse(event.time))],
    ["outcome", event.outcome],
    ["suser", event.user],
    ["src", source],
    ["dhost", event.asset],
    ["duser", event.account],
    ["fname", kind === "file.transferred" ? event.object : ""],
    ["cn1Label", "seq"],
    ["cn1", String(event.seq)],
    ["cs1Label", event.object === "" ? "" : "object"],
    ["cs1", event.object],
    ["cs2Label", type === "" ? "" : "objectType"],
    ["cs2", type],
    ["cs3Label", session === "" ? "" : "session"],
    ["cs3", session],
    ["cs4Label", event.org_id === null ? "" : "organization"],
    ["cs4", event.org_id ?? ""],
    ["msg", event.summary],
  ];
  const extension = pairs
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${inExtension(value)}`);
  return `${header.join("|")}|${severities[severity] ?? 3}|${extension.join(" ")}`;
}

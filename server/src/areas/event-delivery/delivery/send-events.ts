import { createHmac, randomUUID } from "node:crypto";
import type { Json } from "../../../engine/json.ts";
import {
  DeliveryError,
  type DeliveryOptions,
  type PostAnswer,
  post,
  sendSyslog,
} from "../../../engine/outbound/index.ts";
import type { PlacedEvent } from "../catalogue/event.ts";
import { slackMessage, teamsMessage } from "../formats/chat.ts";
import { wireEvent } from "../formats/json.ts";
import { hasRejected, logsAddress, otlpLogs } from "../formats/otlp.ts";
import { syslogMessage } from "../formats/syslog.ts";
import type { Receiver } from "../receivers/receiver.ts";
import { requestHeaders } from "../receivers/request-headers.ts";

/** Most events of one message or connection, by the type of receiver, and most bytes of them as they are stored. */
export const mostTogether: Readonly<Record<Receiver["type"], number>> = {
  webhook: 200,
  syslog: 500,
  otlp: 500,
  slack: 20,
  teams: 20,
};
export const mostBytesTogether = 1_048_576;

/** What proves to a webhook who sent a body, and when: docs/events.md, "The signature". */
export function signatureHeaders(key: string, body: string, date: Date): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(date.getTime() / 1000));
  const signature = createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
  return {
    "x-sallyport-timestamp": timestamp,
    "x-sallyport-signature": `sha256=${signature}`,
    "x-sallyport-delivery": randomUUID(),
  };
}

/** What a receiver is told in front of a body. */
function headersFor({ type, signingKey, headers }: Receiver, body: string): Readonly<Record<string, string>> {
  const own = { "content-type": "application/json", "user-agent": "Sallyport" };
  if (type === "webhook") return { ...own, ...signatureHeaders(signingKey, body, new Date()) };
  return { ...requestHeaders(headers), ...own };
}

async function postJson(receiver: Receiver, value: Json, options: DeliveryOptions): Promise<PostAnswer> {
  const { address, type } = receiver;
  const body = JSON.stringify(value);
  const to = type === "otlp" ? logsAddress(address) : address;
  return post({ address: to, headers: headersFor(receiver, body), body }, options);
}

const shown = ({ status, answer }: PostAnswer): string => `${status} ${answer}`.trim();

/** @throws DeliveryError also where a collector took the request and not every record of it */
async function postLogs(receiver: Receiver, events: readonly PlacedEvent[], options: DeliveryOptions) {
  const answer = await postJson(receiver, otlpLogs(events, receiver.language), options);
  if (hasRejected(answer.answer)) throw new DeliveryError("refused", { ...answer, retryAfter: 0 });
  return answer;
}

/**
 * Sends events to a receiver, in their order.
 *
 * @returns what it answered; "" for syslog, which has no answers
 * @throws as `post` and `sendSyslog`
 */
export async function sendEvents(
  receiver: Receiver,
  events: readonly PlacedEvent[],
  { allowed, signal }: Pick<DeliveryOptions, "allowed" | "signal">,
): Promise<string> {
  const { type, language, ca, format, address } = receiver;
  const options: DeliveryOptions = { allowed, signal, ...(ca === "" ? {} : { ca }) };
  switch (type) {
    case "webhook": {
      const wire = events.map((event) => wireEvent(event, language));
      return shown(await postJson(receiver, { events: wire as unknown as Json }, options));
    }
    case "otlp":
      return shown(await postLogs(receiver, events, options));
    case "slack":
      return shown(await postJson(receiver, slackMessage(events, language), options));
    case "teams":
      return shown(await postJson(receiver, teamsMessage(events, language), options));
    case "syslog":
      await sendSyslog(
        address,
        events.map((event) => syslogMessage(event, format, language)),
        options,
      );
      return "";
  }
}

import { createHmac, randomUUID } from "node:crypto";
import type { Json } from "../../../engine/json.ts";
import { type DeliveryOptions, post, sendSyslog } from "../../../engine/outbound/index.ts";
import type { PlacedEvent } from "../catalogue/event.ts";
import { slackMessage, teamsMessage } from "../formats/chat.ts";
import { wireEvent } from "../formats/json.ts";
import { syslogMessage } from "../formats/syslog.ts";
import type { Receiver } from "../receivers/receiver.ts";

/** Most events of one message or connection, by the type of receiver, and most bytes of them as they are stored. */
export const mostTogether: Readonly<Record<Receiver["type"], number>> = {
  webhook: 200,
  syslog: 500,
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

async function postJson(receiver: Receiver, value: Json, options: DeliveryOptions): Promise<string> {
  const body = JSON.stringify(value);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Sallyport",
    ...(receiver.type === "webhook" ? signatureHeaders(receiver.signingKey, body, new Date()) : {}),
  };
  const { status, answer } = await post({ address: receiver.address, headers, body }, options);
  return `${status} ${answer}`.trim();
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
      return postJson(receiver, { events: wire as unknown as Json }, options);
    }
    case "slack":
      return postJson(receiver, slackMessage(events, language), options);
    case "teams":
      return postJson(receiver, teamsMessage(events, language), options);
    case "syslog":
      await sendSyslog(
        address,
        events.map((event) => syslogMessage(event, format, language)),
        options,
      );
      return "";
  }
}

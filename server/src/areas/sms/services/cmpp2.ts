import { timingSafeEqual } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { resolveTarget } from "../../../engine/outbound/index.ts";
import { SmsError } from "../sms-error.ts";
import { domestic, type SmsReach, type SmsService, type SmsSettings } from "../sms-service.ts";
import { text } from "../texts.ts";
import { type CmppConnection, openCmpp } from "./cmpp2-connection.ts";
import {
  clientAuthenticator,
  command,
  connectBody,
  gatewayAuthenticator,
  submitBody,
} from "./cmpp2-messages.ts";

/** Longest time for the whole conversation, in milliseconds. */
const longest = 10_000;

/** Milliseconds a gateway has to say goodbye. */
const farewell = 1_000;

/** Most characters of a signature and a message together. */
export const longestCmppText = 65;

/** What the statuses of CONNECT mean; others are told by their number. */
const connectProblems: Readonly<Record<number, string>> = {
  1: "malformed message",
  2: "unknown source address",
  3: "wrong SP ID or secret",
  4: "version not supported",
};

/** The text of a message: operators show the signature in brackets before it. */
function messageText(sign: string, template: string, code: string): string {
  const signature = sign === "" || sign.startsWith("【") ? sign : `【${sign}】`;
  return `${signature}${template.replaceAll("{code}", code)}`;
}

/** Time of the connection, `MMDDHHMMSS`, in the zone of China where these gateways are. */
function cmppTime(now: Date): string {
  return new Date(now.getTime() + 8 * 3_600_000).toISOString().replace(/\D/g, "").slice(4, 14);
}

async function logIn(connection: CmppConnection, account: string, secret: string): Promise<void> {
  const timestamp = cmppTime(new Date());
  const authenticator = clientAuthenticator(account, secret, timestamp);
  const answer = await connection.ask(command.connect, connectBody(account, authenticator, timestamp));
  const status = answer[0] ?? 0xff;
  if (status !== 0) {
    throw new SmsError("refused", `CONNECT ${status}: ${connectProblems[status] ?? "refused"}`);
  }
  const theirs = answer.subarray(1, 17);
  const expected = gatewayAuthenticator(status, authenticator, secret);
  // Whoever does not know the secret gets no code.
  if (theirs.length !== expected.length || !timingSafeEqual(theirs, expected)) {
    throw new SmsError("refused", "CONNECT: the gateway does not know the secret");
  }
}

/** Connects; nothing is known to have been sent before that. */
async function open(settings: SmsSettings, { allowed }: SmsReach): Promise<CmppConnection> {
  const name = await settings.get<string>("CMPP2_HOST");
  const port = await settings.get<number>("CMPP2_PORT");
  return openCmpp(await resolveTarget(name, allowed), port, AbortSignal.timeout(longest));
}

/** A gateway of an operator by CMPP 2.0, over TCP. */
export const cmpp2Service: SmsService = {
  name: "cmpp2",
  label: text.cmpp2,
  needed: [
    "CMPP2_HOST",
    "CMPP2_SP_ID",
    "CMPP2_SP_SECRET",
    "CMPP2_SERVICE_ID",
    "CMPP2_VERIFY_SIGN_NAME",
    "CMPP2_VERIFY_TEMPLATE_CODE",
  ],
  async send({ phone, code }, settings, reach) {
    const account = await settings.get<string>("CMPP2_SP_ID");
    const sign = await settings.get<string>("CMPP2_VERIFY_SIGN_NAME");
    const template = await settings.get<string>("CMPP2_VERIFY_TEMPLATE_CODE");
    let connection: CmppConnection | undefined;
    try {
      connection = await open(settings, reach);
      await logIn(connection, account, await settings.get<string>("CMPP2_SP_SECRET"));
      const answer = await connection.ask(
        command.submit,
        submitBody({
          account,
          serviceId: await settings.get<string>("CMPP2_SERVICE_ID"),
          sourceNumber: await settings.get<string>("CMPP2_SRC_ID"),
          destination: domestic(phone),
          text: messageText(sign, template, code),
        }),
      );
      const result = answer[8] ?? 0xff;
      if (result !== 0) throw new SmsError("refused", `SUBMIT ${result}`);
      // It is sent: how the farewell goes is of no interest.
      await Promise.race([connection.ask(command.terminate).catch(() => undefined), setTimeout(farewell)]);
    } catch (error) {
      if (error instanceof SmsError) throw error;
      const { name, message, cause } = error as Error;
      const isLate = name === "AbortError" || (cause as Error | undefined)?.name === "TimeoutError";
      throw new SmsError("unreachable", isLate ? "no answer in time" : message);
    } finally {
      connection?.close();
    }
  },
};

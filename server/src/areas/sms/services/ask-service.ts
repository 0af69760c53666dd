import { askServer, type OutgoingRequest, TargetRefused } from "../../../engine/outbound/index.ts";
import { SmsError } from "../sms-error.ts";
import type { SmsReach } from "../sms-service.ts";

/** What a service answered. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Asks a service by HTTP. A redirect is an answer like another one: it is not followed.
 * @throws SmsError `unreachable` when no answer came
 */
export async function askService(
  address: string | URL,
  request: OutgoingRequest,
  { allowed }: SmsReach,
): Promise<ServiceAnswer> {
  const url = new URL(address);
  try {
    const answer = await askServer(url, request, { allowed });
    return { status: answer.status, body: await answer.text() };
  } catch (error) {
    const reason = error instanceof TargetRefused ? error.message : reasonOf(error as Error);
    throw new SmsError("unreachable", `${url.host}: ${reason}`);
  }
}

const reasonOf = ({ name, message }: Error): string =>
  name === "AbortError" || name === "TimeoutError" ? "no answer in time" : message;

import { firstCharacters } from "../../../engine/json.ts";
import { withoutDisturbingInText } from "../../../engine/names.ts";
import {
  DeliveryError,
  type DeliveryProblem,
  deliveryProblemOf,
  deliveryProblems,
  post,
} from "../../../engine/outbound/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { Room, RoomMessage } from "./room.ts";

/** Longest time for an answer, in milliseconds. */
const longest = 10_000;

/** Characters of an answer that are told. */
const mostOfAnswer = 300;

/** Shortest part of the address that is taken for a secret, in characters: shorter ones are words such as `services`. */
const shortestSecret = 9;

/** A room did not take a message. */
export class RoomError extends Error {
  override readonly name = "RoomError";
  readonly problem: DeliveryProblem;
  /** Status and beginning of the answer, without the address; "" where there was none. */
  readonly said: string;
  /** Another try will not help. */
  readonly isFinal: boolean;
  /** Seconds the other side asks to be left alone for; 0: it asks for nothing. */
  readonly retryAfter: number;

  constructor(problem: DeliveryProblem, said: string, isFinal: boolean, retryAfter = 0) {
    super(said === "" ? deliveryProblems[problem].en : said);
    this.problem = problem;
    this.said = said;
    this.isFinal = isFinal;
    this.retryAfter = retryAfter;
  }
}

/** A part of an address without its escapes; as it is where they are none. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** An answer as it may be told: whoever has the address can write to the room, and servers like to repeat it. */
function told(status: number, answer: string, address: string): string {
  const { href, pathname, search, searchParams } = new URL(address);
  const parts = [...pathname.split("/"), ...searchParams.values()];
  const secrets = [address, href, pathname + search, ...parts]
    .flatMap((part) => [part, decoded(part), encodeURIComponent(part)])
    .filter((part) => part.length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length);
  const said = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), answer);
  return `${status} ${withoutDisturbingInText(firstCharacters(said, mostOfAnswer)).trim()}`.trim();
}

/** Whether the same message may be taken later. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/**
 * Posts a message to the webhook of a room.
 * @returns what it answered, without the address
 * @throws RoomError
 */
export async function sendToRoom(
  { config }: Pick<Services, "config">,
  room: Room,
  address: string,
  message: RoomMessage,
): Promise<string> {
  const headers = { "content-type": "application/json", "user-agent": "Sallyport" };
  const body = JSON.stringify(room.body(message));
  const options = { allowed: config.localTargets, signal: AbortSignal.timeout(longest) };
  const answer = await post({ address, headers, body }, options).catch((error: unknown) => {
    const problem = deliveryProblemOf(error);
    const refusal = error instanceof DeliveryError ? error.refusal : null;
    if (refusal === null) throw new RoomError(problem, "", problem === "local");
    const { status, answer: said, retryAfter } = refusal;
    throw new RoomError(problem, told(status, said, address), !isPassing(status), retryAfter);
  });
  const said = told(answer.status, answer.answer, address);
  const meant = room.statusMeant(answer);
  if (meant >= 300) throw new RoomError("refused", said, !isPassing(meant));
  return said;
}

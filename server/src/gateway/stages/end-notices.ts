import { type Message, withParameters } from "../../engine/i18n/index.ts";
import type { PermittedTime } from "../ports.ts";
import { text } from "../texts.ts";

const minute = 60_000;

/** How long before the end of their session people are told of it, in milliseconds. */
const ahead = [10 * minute, 2 * minute];

/**
 * What a person is told of the end of the permissions a session rests on: ten and two minutes before the session ends,
 * when a permission runs out that leaves time to finish, and when an end that was told of has moved away.
 */
export class EndNotices {
  /** The moment that was told of last, and the end it was about. */
  #told: { readonly moment: number; readonly ends: number } | null = null;

  /** What is to be said at `now` (wall clock, in milliseconds); null: nothing, or it was said already. */
  due(time: PermittedTime, now: number): Message | null {
    const ends = time.ends.getTime();
    const moment = moments(time).findLast((at) => at <= now);
    const told = this.#told;
    if (moment === undefined) {
      this.#told = null;
      // Only of an end that moved: after a clock was set back the same one is announced again in time.
      return told === null || told.ends >= ends ? null : text.permissionExtended;
    }
    if (told?.moment === moment && told.ends === ends) return null;
    this.#told = { moment, ends };
    return announcement(time, now);
  }
}

/** When something is to be said or done next: after `now`, or the end if that is over. */
export function nextMoment(time: PermittedTime, now: number): number {
  return moments(time).find((at) => at > now) ?? time.ends.getTime();
}

/** When something is to be said, in order. */
function moments({ expires, ends }: PermittedTime): readonly number[] {
  const end = ends.getTime();
  const expiry = expires.getTime();
  return [...(expiry < end ? [expiry] : []), ...ahead.map((before) => end - before)].sort((a, b) => a - b);
}

function announcement({ expires, ends }: PermittedTime, now: number): Message {
  const minutes = minutesTo(ends, now);
  if (expires.getTime() <= now) return withParameters(text.finishSession, { minutes });
  if (expires.getTime() === ends.getTime()) return withParameters(text.permissionEndsSoon, { minutes });
  return withParameters(text.permissionEndsThenSession, { expires: minutesTo(expires, now), minutes });
}

const minutesTo = (date: Date, now: number): number =>
  Math.max(1, Math.ceil((date.getTime() - now) / minute));

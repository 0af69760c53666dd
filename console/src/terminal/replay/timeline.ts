/** An event of a recording: seconds since its start, kind (`o` output, `r` resize, `i` input, `m` mark), data. */
export type CastEvent = readonly [time: number, kind: string, data: string];

/** A stretch in which nothing happened and which was shortened. */
export interface SkippedPause {
  /** Where the pause begins, in seconds of the recording. */
  from: number;
  /** Where it ends. */
  to: number;
}

/** A recording's clock and the player's clock, and the way from one to the other. */
export interface Timeline {
  /** Length of the recording in seconds of real time. */
  duration: number;
  /** Length as it is played. */
  played: number;
  /** Pauses that are shortened, in order. */
  pauses: readonly SkippedPause[];
  /** Seconds of the recording → seconds of the player. */
  toPlayer(seconds: number): number;
  /** Seconds of the player → seconds of the recording. */
  toRecording(seconds: number): number;
}

/**
 * Works out how a recording is played when pauses are shortened.
 *
 * @param times times of the events in seconds, ascending
 * @param limit longest pause that is played, in seconds; undefined plays everything as it was
 */
export function buildTimeline(times: readonly number[], limit: number | undefined): Timeline {
  const duration = times.at(-1) ?? 0;
  const pauses: SkippedPause[] = [];
  /** Seconds cut away before the end of each pause, inclusive. */
  const cut: number[] = [];
  let total = 0;
  let previous = 0;
  for (const time of times) {
    const pause = time - previous;
    if (limit !== undefined && pause > limit) {
      total += pause - limit;
      pauses.push({ from: previous, to: time });
      cut.push(total);
    }
    previous = time;
  }
  const played = duration - total;

  const toPlayer = (seconds: number) => {
    const at = clamp(seconds, duration);
    const index = lastIndexWhere(pauses, (pause) => pause.from <= at);
    const pause = pauses[index];
    if (pause === undefined) return at;
    const before = cut[index - 1] ?? 0;
    if (at >= pause.to) return at - (cut[index] ?? 0);
    return pause.from - before + Math.min(at - pause.from, limit ?? 0);
  };

  const toRecording = (seconds: number) => {
    const at = clamp(seconds, played);
    const index = lastIndexWhere(pauses, (pause, place) => pause.from - (cut[place - 1] ?? 0) <= at);
    const pause = pauses[index];
    if (pause === undefined) return at;
    const into = at - (pause.from - (cut[index - 1] ?? 0));
    return into < (limit ?? 0) ? pause.from + into : at + (cut[index] ?? 0);
  };

  return { duration, played, pauses, toPlayer, toRecording };
}

/** The events at the times the player shows them. */
export function playedEvents(events: readonly CastEvent[], timeline: Timeline): CastEvent[] {
  if (timeline.pauses.length === 0) return [...events];
  let pause = 0;
  let cut = 0;
  return events.map(([time, kind, data]) => {
    for (;;) {
      const next = timeline.pauses[pause];
      if (next === undefined || time < next.to) break;
      cut = next.to - timeline.toPlayer(next.to);
      pause += 1;
    }
    return [time - cut, kind, data];
  });
}

/** `m:ss` or `h:mm:ss`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}

/** Index of the last element that passes; the test must pass for a beginning of the list only. */
function lastIndexWhere<Item>(list: readonly Item[], test: (item: Item, index: number) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && test(item, middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

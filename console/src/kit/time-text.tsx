import i18next from "i18next";
import { createContext, use, useSyncExternalStore } from "react";
import { exactInstant, formatDate, parseDate } from "./metadata/dates.ts";
import { relativeTime } from "./metadata/relative-time.ts";

/** Whether instants below are shown as how long ago they were. Lists turn it on; elsewhere they are in full. */
export const RelativeTimes = createContext(false);

const MINUTE = 60_000;
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all instants on the page; it stands still while none is shown. */
function watchClock(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    for (const each of watchers) each();
  }, MINUTE / 2);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

const stopped = () => () => {};

/** An instant in the viewer's zone, with the exact one on pointing; nothing for no date. */
export function TimeText({ value }: { readonly value: unknown }) {
  const wanted = use(RelativeTimes);
  const half = useSyncExternalStore(wanted ? watchClock : stopped, () =>
    Math.floor(Date.now() / (MINUTE / 2)),
  );
  const date = parseDate(value);
  if (date === undefined) return null;
  const now = new Date(Math.max(half * (MINUTE / 2), Date.now()));
  const near = wanted ? relativeTime(date, now, i18next.language, i18next.t("list:time.justNow")) : undefined;
  const full = formatDate(date);
  return (
    <time
      className="numeric"
      dateTime={date.toISOString()}
      title={near === undefined ? exactInstant(date) : `${full} · ${exactInstant(date)}`}
    >
      {near ?? full}
    </time>
  );
}

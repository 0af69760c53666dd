import { useEffect, useRef, useState } from "react";
import { IMPORT_PAGE, type ImportRow } from "./import-task.ts";

/** Which rows are shown. */
export type ShownRows = "total" | "ok" | "error" | "pending";

/**
 * The page of an import's rows that is in sight.
 *
 * @param at row under way, which the pages follow until somebody turns them; undefined while nothing runs
 */
export function useImportPages(rows: readonly ImportRow[], at: number | undefined) {
  const [shown, setShown] = useState<ShownRows>("total");
  const [turnedTo, setTurnedTo] = useState<number | undefined>(0);
  // Corrected rows stay in sight although they are no longer refused.
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const running = at !== undefined;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (running && !wasRunning.current) {
      setTurnedTo(undefined);
      setKept(new Set());
    }
    if (!running && wasRunning.current)
      setTurnedTo((page) => page ?? Math.floor((lastAt.current ?? 0) / IMPORT_PAGE));
    wasRunning.current = running;
  }, [running]);
  const lastAt = useRef(at);
  if (at !== undefined) lastAt.current = at;

  const matching =
    shown === "total"
      ? rows
      : rows.filter(
          ({ index, status }) =>
            kept.has(index) ||
            (shown === "pending" ? status === "pending" || status === "sending" : status === shown),
        );
  const pages = Math.max(1, Math.ceil(matching.length / IMPORT_PAGE));
  const followed = shown === "total" && at !== undefined ? Math.floor(at / IMPORT_PAGE) : 0;
  const page = Math.min(turnedTo ?? followed, pages - 1);
  return {
    shown,
    /** Page in sight, from 0. */
    page,
    pages,
    visible: matching.slice(page * IMPORT_PAGE, (page + 1) * IMPORT_PAGE),
    turnTo: setTurnedTo,
    show: (next: ShownRows) => {
      setShown(next);
      setKept(new Set());
      setTurnedTo(0);
    },
    /** Keeps a row that is being corrected in sight. */
    keep: (index: number) => {
      if (shown !== "total") setKept((before) => new Set(before).add(index));
    },
  };
}

/** What {@link useImportPages} hands to the bar above the rows. */
export type ImportPages = ReturnType<typeof useImportPages>;

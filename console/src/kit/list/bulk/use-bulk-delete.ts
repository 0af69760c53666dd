import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText, toast } from "../../feedback.ts";
import type { Row } from "../../metadata/types.ts";
import { type RowKey, rowKey } from "../rows.ts";
import { deleteEach, deleteTogether, type Outcome } from "./bulk-delete.ts";
import { rowsPhrase } from "./rows-phrase.ts";

/** What is deleted, and who hears of it. */
export interface BulkDeletion {
  readonly rows: readonly Row[];
  /** What the rows are called together, as a title. */
  readonly label: string;
  /** List URL for deleting together. */
  readonly url: string;
  /** Resource URL for deleting one. */
  readonly objectUrl: string;
  /** The list knows no cached selections: rows are deleted one after the other at once. */
  readonly each: boolean;
  /** Called with the rows that are left when something was deleted. */
  readonly onDeleted: (left: readonly Row[]) => void;
  readonly onClose: () => void;
}

/** Deletes rows together or one after the other, and keeps account of how far it is. */
export function useBulkDelete(deletion: BulkDeletion) {
  const { label, url, objectUrl, each, onDeleted, onClose } = deletion;
  const { t } = useTranslation(["list", "common"]);
  // The selection shrinks while rows go; the dialog keeps speaking of those it was asked about.
  const [rows] = useState(deletion.rows);
  const phrase = rowsPhrase(t, label, rows);
  const [phase, setPhase] = useState<"ask" | "busy" | "refused" | "each" | "finished">("ask");
  const [reason, setReason] = useState("");
  const [outcomes, setOutcomes] = useState<ReadonlyMap<RowKey, Outcome>>(new Map());
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const finish = () => {
    toast("success", t("delete.done", { rows: phrase }));
    onDeleted([]);
    onClose();
  };
  const oneByOne = async () => {
    setPhase("each");
    const results = new Map<RowKey, Outcome>();
    const report = (key: RowKey, outcome: Outcome) => {
      results.set(key, outcome);
      setOutcomes(new Map(results));
    };
    await deleteEach(objectUrl, rows, report, stop.current.signal);
    const left = rows.filter((row) => results.get(rowKey(row))?.done !== true);
    if (left.length === 0) finish();
    else {
      setPhase("finished");
      if (left.length < rows.length) onDeleted(left);
    }
  };
  const together = async () => {
    if (each) return oneByOne();
    setPhase("busy");
    try {
      await deleteTogether(url, rows);
      finish();
    } catch (error) {
      setReason(failureText(error));
      setPhase("refused");
    }
  };
  return { rows, phrase, phase, reason, outcomes, oneByOne, together, abort: () => stop.current.abort() };
}

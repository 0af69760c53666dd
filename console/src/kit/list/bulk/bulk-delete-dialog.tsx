import { Alert, Button, Modal, Progress } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText, toast } from "../../feedback.ts";
import type { Row } from "../../metadata/types.ts";
import type { DeletionReview } from "../list-props.ts";
import { type RowKey, rowKey, rowName } from "../rows.ts";
import { deleteEach, deleteTogether, type Outcome } from "./bulk-delete.ts";

interface BulkDeleteDialogProps {
  readonly rows: readonly Row[];
  /** List URL for deleting together. */
  readonly url: string;
  /** Resource URL for deleting one. */
  readonly objectUrl: string;
  /** The list knows no cached selections: rows are deleted one after the other at once. */
  readonly each: boolean;
  /** Stands below the question. */
  readonly Note?: DeletionReview["Note"] | undefined;
  /** Called with the rows that are left when something was deleted. */
  readonly onDeleted: (left: readonly Row[]) => void;
  readonly onClose: () => void;
}

/** Names shown before the rest is only counted. */
const NAMES = 200;

/**
 * Asks before rows are deleted, naming them. They are deleted together; when the server keeps one of them, they can be
 * deleted one after the other, with the result of each.
 */
export default function BulkDeleteDialog(props: BulkDeleteDialogProps) {
  const { url, objectUrl, each, Note, onDeleted, onClose } = props;
  const { t } = useTranslation(["list", "common"]);
  // The selection shrinks while rows go; the dialog keeps speaking of those it was asked about.
  const [rows] = useState(props.rows);
  const [phase, setPhase] = useState<"ask" | "busy" | "refused" | "each" | "finished">("ask");
  const [reason, setReason] = useState("");
  const [outcomes, setOutcomes] = useState<ReadonlyMap<RowKey, Outcome>>(new Map());
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const finish = () => {
    toast("success", t("delete.done", { count: rows.length }));
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
  const deleted = [...outcomes.values()].filter(({ done }) => done).length;
  const failed = outcomes.size - deleted;
  const buttons = {
    ask: (
      <Button danger type="primary" onClick={() => void together()}>
        {t("delete.confirm", { count: rows.length })}
      </Button>
    ),
    busy: (
      <Button danger type="primary" loading>
        {t("delete.confirm", { count: rows.length })}
      </Button>
    ),
    refused: (
      <Button danger type="primary" onClick={() => void oneByOne()}>
        {t("delete.each")}
      </Button>
    ),
    each: <Button onClick={() => stop.current.abort()}>{t("delete.stop")}</Button>,
    finished: null,
  }[phase];
  return (
    <Modal
      open
      title={t("delete.title", { count: rows.length })}
      onCancel={onClose}
      closable={phase !== "busy"}
      mask={{ closable: phase === "ask" }}
      keyboard={phase !== "busy" && phase !== "each"}
      footer={
        <>
          <Button autoFocus disabled={phase === "busy" || phase === "each"} onClick={onClose}>
            {t(phase === "finished" ? "common:close" : "common:cancel")}
          </Button>
          {buttons}
        </>
      }
    >
      {phase === "refused" ? (
        <Alert type="error" showIcon title={t("delete.refused")} description={reason} />
      ) : phase === "each" || phase === "finished" ? (
        <>
          <Progress
            percent={Math.round((outcomes.size / rows.length) * 100)}
            {...(failed > 0 ? { status: "exception" as const } : {})}
          />
          <p role="status">{t("delete.progress", { deleted, failed, count: rows.length })}</p>
        </>
      ) : (
        <>
          <p>{t("delete.body")}</p>
          {Note === undefined ? null : <Note rows={rows} />}
        </>
      )}
      <ul className="delete-names">
        {rows.slice(0, NAMES).map((row) => {
          const outcome = outcomes.get(rowKey(row));
          return (
            <li
              key={rowKey(row)}
              className={outcome === undefined ? "" : outcome.done ? "is-done" : "is-failed"}
            >
              <span>{rowName(row)}</span>
              {outcome === undefined ? null : (
                <span className="delete-outcome">{outcome.done ? t("delete.deleted") : outcome.reason}</span>
              )}
            </li>
          );
        })}
        {rows.length > NAMES ? <li>{t("delete.more", { count: rows.length - NAMES })}</li> : null}
      </ul>
    </Modal>
  );
}

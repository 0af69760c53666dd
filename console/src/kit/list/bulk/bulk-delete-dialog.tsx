import { Alert, Button, Modal, Progress } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import DeletionEffects from "../../deletion/deletion-effects.tsx";
import { AnswerGate } from "../../dialog/answer-waits.tsx";
import type { DeletionReview } from "../list-props.ts";
import { rowKey } from "../rows.ts";
import { DeletedNames } from "./deleted-names.tsx";
import { type BulkDeletion, useBulkDelete } from "./use-bulk-delete.ts";

interface BulkDeleteDialogProps extends BulkDeletion {
  /** Stands below the question, in place of what goes with the rows. */
  readonly Note?: DeletionReview["Note"] | undefined;
}

/**
 * Asks before rows are deleted, naming them. They are deleted together; when the server keeps one of them, they can be
 * deleted one after the other, with the result of each.
 */
export default function BulkDeleteDialog(props: BulkDeleteDialogProps) {
  const { Note, objectUrl, onClose } = props;
  const { t } = useTranslation(["list", "common"]);
  const { rows, phrase, phase, reason, outcomes, oneByOne, together, abort } = useBulkDelete(props);
  const target = useMemo(() => ({ url: objectUrl, ids: rows.map(rowKey) }), [objectUrl, rows]);
  const [isWaiting, setWaiting] = useState(false);
  const deleted = [...outcomes.values()].filter(({ done }) => done).length;
  const failed = outcomes.size - deleted;
  const confirmText = rows.length === 1 ? t("common:delete") : t("delete.confirm", { rows: phrase });
  const buttons = {
    ask: (
      <Button
        danger
        type="primary"
        loading={isWaiting}
        aria-disabled={isWaiting}
        onClick={() => void together()}
      >
        {confirmText}
      </Button>
    ),
    busy: (
      <Button danger type="primary" loading>
        {confirmText}
      </Button>
    ),
    refused: (
      <Button danger type="primary" onClick={() => void oneByOne()}>
        {t("delete.each")}
      </Button>
    ),
    each: <Button onClick={abort}>{t("delete.stop")}</Button>,
    finished: null,
  }[phase];
  return (
    <Modal
      open
      title={t("delete.title", { rows: phrase })}
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
        <AnswerGate value={setWaiting}>
          <p>{t("delete.body")}</p>
          {Note === undefined ? <DeletionEffects target={target} /> : <Note rows={rows} />}
        </AnswerGate>
      )}
      <DeletedNames rows={rows} outcomes={outcomes} />
    </Modal>
  );
}

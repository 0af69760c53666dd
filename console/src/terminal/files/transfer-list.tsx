import { CloseOutlined } from "@ant-design/icons";
import { Button, Progress } from "antd";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../kit/transfer/file-format.ts";
import { shownName } from "./names.ts";
import type { TransferState, Transfers } from "./transfers.ts";

/** Transfers that run or have run; nothing where there are none. */
export function TransferList({ transfers }: { readonly transfers: Transfers }) {
  const { t } = useTranslation("files");
  const states = useSyncExternalStore(transfers.subscribe, transfers.states);
  if (states.length === 0) return null;
  return (
    <section className="luna-files-transfers" aria-label={t("transfers")}>
      <header>
        <strong>{t("transfers")}</strong>
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={t("clear")}
          title={t("clear")}
          onClick={() => transfers.clear()}
        />
      </header>
      <ul>
        {states.toReversed().map((state) => (
          <Transfer key={state.id} state={state} transfers={transfers} />
        ))}
      </ul>
    </section>
  );
}

function Transfer({ state, transfers }: { readonly state: TransferState; readonly transfers: Transfers }) {
  const { t } = useTranslation("files");
  const { id, name, phase, done, total, message } = state;
  const isOver = phase === "done" || phase === "canceled";
  return (
    <li>
      <bdi className="luna-files-transfer-name">{shownName(name)}</bdi>
      <span className="luna-muted" role={phase === "failed" ? "alert" : "status"}>
        {phase === "failed" ? message || t("closed") : <Standing state={state} />}
      </span>
      {total > 0 && !isOver && (
        <Progress
          size="small"
          showInfo={false}
          percent={Math.floor((done * 100) / total)}
          status={phase === "failed" ? "exception" : "active"}
          aria-label={shownName(name)}
        />
      )}
      {phase === "running" && (
        <Button size="small" onClick={() => transfers.cancel(id)}>
          {t("cancel")}
        </Button>
      )}
      {phase === "failed" && (
        <Button size="small" onClick={() => transfers.resume(id)}>
          {t("resume")}
        </Button>
      )}
    </li>
  );
}

function Standing({ state }: { readonly state: TransferState }) {
  const { t } = useTranslation("files");
  const { phase, done, total, rate, files } = state;
  if (phase === "done") return t("transferDone");
  if (phase === "canceled") return t("transferCanceled");
  return total === 0
    ? t("copied", { count: files, size: formatBytes(done) })
    : t("progress", { done: formatBytes(done), total: formatBytes(total), rate: formatBytes(rate) });
}

import "./transfer-panel.css";
import { CloseOutlined, DownloadOutlined, UploadOutlined } from "@ant-design/icons";
import { Button, Progress } from "antd";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../kit/transfer/file-format.ts";
import { chordOf } from "../session/shortcuts.ts";
import type { TransferState } from "./transfer-state.ts";
import type { TerminalTransfer } from "./use-transfer.ts";

/** Props of the panel. */
export interface TransferPanelProps {
  readonly transfer: TerminalTransfer;
  readonly state: TransferState;
  /** Its first button, for the key that leads here. */
  readonly first: Ref<HTMLButtonElement>;
  /** Gives the keyboard back to the terminal. */
  onDone(): void;
}

/** Asks about files a program on the target wants to send or have, and shows how they pass. */
export default function TransferPanel({ transfer, state, first, onDone }: TransferPanelProps) {
  const { t } = useTranslation("terminal");
  const { direction, phase, file, bytes } = state;
  const cancel = () => {
    transfer.cancel();
    onDone();
  };
  const act = (perform: () => void) => () => {
    perform();
    onDone();
  };
  const size = file?.size == null ? t("transfer.unknownSize") : formatBytes(file.size);
  const choice = {
    text: t("transfer.askUpload"),
    acts: <FileChoice first={first} transfer={transfer} onDone={onDone} />,
  };
  const parts: Record<TransferState["phase"], { readonly text: ReactNode; readonly acts?: ReactNode }> = {
    asked:
      direction === "download"
        ? {
            text: t("transfer.askDownload"),
            acts: (
              <Button
                ref={first}
                type="primary"
                icon={<DownloadOutlined aria-hidden="true" />}
                onClick={act(transfer.agree)}
              >
                {t("transfer.receive")}
              </Button>
            ),
          }
        : choice,
    waiting: direction === "upload" && state.chosen.length === 0 ? choice : { text: t("transfer.waiting") },
    offered: {
      text: t("transfer.offered", { name: file?.name, size }),
      acts: (
        <>
          <Button
            ref={first}
            type="primary"
            icon={<DownloadOutlined aria-hidden="true" />}
            onClick={act(transfer.save)}
          >
            {t("transfer.save")}
          </Button>
          <Button onClick={act(transfer.skip)}>{t("transfer.skip")}</Button>
        </>
      ),
    },
    passing: {
      text: t(direction === "download" ? "transfer.downloading" : "transfer.uploading", { name: file?.name }),
      acts: <Passed bytes={bytes} size={file?.size ?? null} />,
    },
    failed: { text: state.message },
  };
  const { text, acts } = parts[phase];
  const isOver = phase === "failed";
  return (
    <section className="luna-transfer" aria-label={t("transfer.name")}>
      <p role={isOver ? "alert" : "status"} className="luna-break">
        {text}
        {(phase === "asked" || phase === "offered") && (
          <span className="luna-muted luna-wide-only"> {t("transfer.keys", { keys: chordOf("Z") })}</span>
        )}
      </p>
      <div className="luna-transfer-acts">
        {acts}
        {isOver ? (
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden="true" />}
            aria-label={t("transfer.close")}
            onClick={cancel}
          />
        ) : (
          <Button onClick={cancel}>{t("transfer.cancel")}</Button>
        )}
      </div>
    </section>
  );
}

/** Opens the browser's own choice of files; the gateway knows meanwhile that somebody is choosing. */
function FileChoice({ first, transfer, onDone }: Pick<TransferPanelProps, "first" | "transfer" | "onDone">) {
  const { t } = useTranslation("terminal");
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<"tooMany" | "tooLarge">();
  const choose = (files: FileList | null) => {
    if (files === null || files.length === 0) return;
    const outcome = transfer.choose([...files]);
    if (outcome === "sent") onDone();
    else setProblem(outcome);
  };
  return (
    <>
      {problem && <span role="alert">{t(`transfer.${problem}`)}</span>}
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={t("transfer.choose")}
        onChange={({ target }) => choose(target.files)}
      />
      <Button
        ref={first}
        type="primary"
        icon={<UploadOutlined aria-hidden="true" />}
        onClick={() => {
          if (transfer.state?.phase === "asked") transfer.agree();
          field.current?.click();
        }}
      >
        {t("transfer.choose")}
      </Button>
    </>
  );
}

/** How far a file has come. */
function Passed({ bytes, size }: { readonly bytes: number; readonly size: number | null }) {
  const { t } = useTranslation("terminal");
  const done = formatBytes(bytes);
  if (size === null) return <span>{done}</span>;
  return (
    <>
      <Progress
        percent={size === 0 ? 100 : Math.floor((bytes / size) * 100)}
        className="luna-transfer-bar"
        aria-label={t("transfer.progress")}
      />
      <span className="luna-muted">{t("transfer.passed", { done, size: formatBytes(size) })}</span>
    </>
  );
}

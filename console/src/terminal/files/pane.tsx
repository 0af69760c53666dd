import { Button, Spin } from "antd";
import { type DragEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { FileList } from "./file-list.tsx";
import { PaneToolbar } from "./pane-toolbar.tsx";
import { droppedFiles } from "./upload.ts";
import type { FileActions } from "./use-file-actions.ts";
import type { PaneState } from "./use-pane.ts";

/** What rows are dragged as; the side they are of stands behind it. */
const DRAGGED = "application/x-sallyport-files";

interface PaneProps {
  readonly pane: PaneState;
  readonly actions: FileActions;
  readonly side: "left" | "right";
  readonly isActive: boolean;
  onActivate(): void;
  /** To the other side. */
  onSwitch(): boolean;
  /** Rows of the other side were dropped here. */
  onTransfer(isMove: boolean): void;
}

/** One side of the file manager. */
export function Pane({ pane, actions, side, isActive, onActivate, onSwitch, onTransfer }: PaneProps) {
  const { t } = useTranslation("files");
  const [isOver, setOver] = useState(false);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dragged = event.dataTransfer.getData(DRAGGED);
    if (dragged !== "") {
      if (dragged !== side) onTransfer(event.shiftKey);
      return;
    }
    const { files, folders } = await droppedFiles(event.dataTransfer);
    if (files.length + folders.length > 0) actions.upload?.(files, folders);
  };
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    F2: actions.rename,
    Delete: actions.remove,
    Backspace: actions.up,
    F5: actions.copy,
    F6: actions.move,
    F7: actions.newFolder,
  };
  const onKey = (key: string): boolean => {
    if (key === "Tab") return onSwitch();
    if (!Object.hasOwn(keys, key)) return false;
    keys[key]?.();
    return true;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on it
    <section
      className={`luna-files-pane${isActive ? " luna-files-active" : ""}`}
      data-side={side}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <PaneToolbar pane={pane} actions={actions} />
      <div className="luna-files-body">
        <FileList
          pane={pane}
          onOpen={actions.open}
          onKey={onKey}
          onFocus={onActivate}
          onDrag={(event) => event.dataTransfer.setData(DRAGGED, side)}
        />
        <Notice pane={pane} />
        {isOver && actions.upload !== undefined && <div className="luna-files-drop">{t("dropHere")}</div>}
      </div>
      <footer className="luna-files-foot" role="status">
        {pane.isLoading ? t("loading", { count: pane.total }) : t("count", { count: pane.entries.length })}
        {pane.selected.size > 0 && ` · ${t("chosen", { count: pane.selected.size })}`}
      </footer>
    </section>
  );
}

/** What stands in the place of entries where there are none. */
function Notice({ pane }: { readonly pane: PaneState }): ReactNode {
  const { t } = useTranslation("files");
  const { state, failure, folder, entries, isLoading, total } = pane;
  const again = (text: string, run: () => void, more?: string) => (
    <div className="luna-files-notice" role="alert">
      <p>{text}</p>
      {more && <p className="luna-muted">{more}</p>}
      <Button onClick={run}>{t("openAgain")}</Button>
    </div>
  );
  if (state.phase === "closed") {
    return again(t(folder === undefined ? "failed" : "closed"), state.reopen, state.message);
  }
  if (state.phase === "opening" || (isLoading && total === 0)) {
    return (
      <div className="luna-files-notice" role="status">
        <Spin />
        {state.phase === "opening" && <p>{t("connecting")}</p>}
      </div>
    );
  }
  if (failure !== undefined) return again(t("failed"), pane.reload, failure);
  if (state.isPaused) return <div className="luna-files-notice">{t("paused")}</div>;
  if (entries.length > 0) return null;
  const isTree = folder?.rights === null && folder.path === "/";
  return <div className="luna-files-notice">{t(total > 0 ? "noMatch" : isTree ? "noAssets" : "empty")}</div>;
}

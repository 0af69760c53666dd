// biome-ignore-all lint/a11y/useSemanticElements: only the rows in sight are drawn, which a table cannot say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the row that is meant
import { FileOutlined, FolderFilled, LinkOutlined } from "@ant-design/icons";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type DragEvent, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../kit/transfer/file-format.ts";
import { useMedia } from "../../kit/use-media.ts";
import { type FileEntry, isFolder } from "./files-api.ts";
import { nextSelection, type SortKey } from "./folder-view.ts";
import { listKeys } from "./list-keys.ts";
import { shownName } from "./names.ts";
import type { PaneState } from "./use-pane.ts";

/** Heights of a row, in pixels: for a mouse, and for a finger. */
const HEIGHTS = { fine: 28, coarse: 44 };

interface FileListProps {
  readonly pane: PaneState;
  onOpen(entry: FileEntry): void;
  /** A key that stands for an action; answers whether it was one. */
  onKey(key: string): boolean;
  /** Rows begin to be dragged. */
  onDrag(event: DragEvent): void;
  onFocus(): void;
}

/** What is in a folder, any number of entries: only those in sight are drawn. */
export function FileList({ pane, onOpen, onKey, onDrag, onFocus }: FileListProps) {
  const { t } = useTranslation("files");
  const { entries, selected, select, folder } = pane;
  const base = useId();
  const host = useRef<HTMLDivElement>(null);
  const isCoarse = useMedia("(pointer: coarse)");
  const height = HEIGHTS[isCoarse ? "coarse" : "fine"];
  const [at, setAt] = useState(0);
  const anchor = useRef(0);
  const view = useVirtualizer({
    count: entries.length,
    getScrollElement: () => host.current,
    estimateSize: () => height,
    overscan: 12,
  });
  const hash = folder?.cwd.hash;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a folder is shown from its beginning
  useEffect(() => {
    setAt(0);
    anchor.current = 0;
    host.current?.scrollTo({ top: 0 });
  }, [hash]);
  const go = (index: number, how: { adds: boolean; ranges: boolean }) => {
    if (!how.ranges) anchor.current = index;
    setAt(index);
    select(nextSelection(entries, selected, { index, anchor: anchor.current, ...how }));
  };
  const click = (event: MouseEvent, index: number) =>
    go(index, { adds: event.ctrlKey || event.metaKey, ranges: event.shiftKey });
  const current = Math.min(at, Math.max(0, entries.length - 1));
  return (
    <div
      ref={host}
      role="grid"
      aria-label={t("pane", { path: folder?.path ?? "" })}
      aria-multiselectable
      aria-rowcount={entries.length + 1}
      aria-activedescendant={entries.length === 0 ? undefined : `${base}-${current}`}
      tabIndex={0}
      className="luna-files-list"
      onFocus={onFocus}
      onKeyDown={(event) =>
        listKeys(event, {
          ...{
            entries,
            current,
            onOpen,
            onKey,
            select,
            page: Math.floor((host.current?.clientHeight ?? 300) / height),
          },
          go: (index, ranges) => {
            go(index, { adds: false, ranges });
            view.scrollToIndex(index);
          },
          toggle: () => go(current, { adds: true, ranges: false }),
        })
      }
    >
      <Heads pane={pane} />
      <div role="rowgroup" className="luna-files-rows" style={{ height: view.getTotalSize() }}>
        {view.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index];
          return (
            entry && (
              <Row
                key={entry.hash}
                id={`${base}-${index}`}
                entry={entry}
                index={index}
                place={{ height, transform: `translateY(${start}px)` }}
                isSelected={selected.has(entry.hash)}
                isCurrent={index === current}
                onClick={(event) => {
                  // A finger opens a folder with one touch.
                  if (isCoarse && isFolder(entry)) onOpen(entry);
                  else click(event, index);
                }}
                onOpen={() => onOpen(entry)}
                onDrag={(event) => {
                  if (!selected.has(entry.hash)) select(new Set([entry.hash]));
                  onDrag(event);
                }}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

const columns: readonly { readonly key: SortKey; readonly text: "name" | "size" | "changed" | "mode" }[] = [
  { key: "name", text: "name" },
  { key: "size", text: "size" },
  { key: "ts", text: "changed" },
  { key: "mode", text: "mode" },
];

function Heads({ pane: { look, setLook } }: { readonly pane: PaneState }) {
  const { t } = useTranslation("files");
  return (
    <div role="row" className="luna-files-row luna-files-heads">
      {columns.map(({ key, text }) => (
        <span
          key={key}
          role="columnheader"
          aria-sort={look.sort !== key ? "none" : look.isDown ? "descending" : "ascending"}
        >
          <button
            type="button"
            tabIndex={-1}
            onClick={() => setLook({ sort: key, isDown: look.sort === key && !look.isDown })}
          >
            {t(text)}
            {look.sort === key && <span aria-hidden>{look.isDown ? " ↓" : " ↑"}</span>}
          </button>
        </span>
      ))}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly entry: FileEntry;
  readonly index: number;
  readonly place: { readonly height: number; readonly transform: string };
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  onClick(event: MouseEvent): void;
  onOpen(): void;
  onDrag(event: DragEvent): void;
}

function Row({ id, entry, index, place, isSelected, isCurrent, onClick, onOpen, onDrag }: RowProps) {
  const { name, size, ts, mode, owner, link } = entry;
  const Icon = isFolder(entry) ? FolderFilled : FileOutlined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      id={id}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`luna-files-row${isCurrent ? " luna-files-current" : ""}`}
      style={place}
      draggable
      onDragStart={onDrag}
      onClick={onClick}
      onDoubleClick={onOpen}
    >
      <span role="gridcell" className="luna-files-name" title={shownName(name)}>
        <Icon aria-hidden className={isFolder(entry) ? "luna-files-folder" : ""} />
        {link && <LinkOutlined aria-hidden />}
        <bdi>{shownName(name)}</bdi>
      </span>
      <span role="gridcell">{isFolder(entry) ? "" : formatBytes(size)}</span>
      <span role="gridcell">{ts === 0 ? "" : new Date(ts * 1000).toLocaleString()}</span>
      <span role="gridcell" title={owner}>
        {mode ?? ""}
      </span>
    </div>
  );
}

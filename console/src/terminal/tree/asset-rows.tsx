import {
  CaretDownOutlined,
  CaretRightOutlined,
  CheckOutlined,
  DesktopOutlined,
  FolderOpenOutlined,
  FolderOutlined,
  LoadingOutlined,
  StarOutlined,
} from "@ant-design/icons";
import {
  type KeyboardEvent,
  memo,
  type MouseEvent as ReactMouseEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { moveInTree } from "../../kit/tree/tree-moves.ts";
import type { TreeItem } from "../api/types.ts";
import type { AssetReference } from "../workspace/tabs-context.ts";
import { isAsset, type TreeRow } from "./tree-model.ts";
import { type MenuSubject, useAssetMenu } from "./use-asset-menu.ts";

/** `MouseEvent.button` of the one that asks for a menu; a key that does has another. */
const RIGHT_BUTTON = 2;

/** Props of the rows. */
export interface AssetRowsProps {
  label: string;
  rows: readonly TreeRow[];
  loading: ReadonlySet<string>;
  /** What to say inside an open folder that holds nothing. */
  emptyText(key: string): string | undefined;
  onOpen(key: string): void;
  onFold(key: string): void;
  onActivate(item: TreeItem): void;
  /** Opens and folds everything; absent in a list. */
  readonly all?: { open(): void; fold(): void };
  /** Assets that were ticked, by id; absent while none are to be ticked. */
  readonly checked: ReadonlyMap<string, AssetReference> | undefined;
  /** Called when the favourites were changed from a row's menu. */
  onFavorites(): void;
}

/** An asset row as something to connect to. */
export function assetReference(item: TreeItem): AssetReference {
  const { name, address } = item.meta.data;
  return { id: item.id, name: name ?? item.name, address: address ?? item.title?.split("\n")[0] ?? "" };
}

/** The rows of a tree or a result list, for mouse and keyboard: one row takes part in the tab order. */
export function AssetRows(props: AssetRowsProps) {
  const { rows, loading } = props;
  const [focused, setFocused] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const current = Math.min(focused, Math.max(0, rows.length - 1));
  const rowAt = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  const menu = useAssetMenu([...(props.checked?.values() ?? [])], props.onFavorites, () => {
    if (list.current?.ownerDocument.activeElement?.closest("[role=menu]")) rowAt(current)?.focus();
  });

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    rowAt(current)?.focus();
  });

  const subjectOf = (row: TreeRow): MenuSubject =>
    isAsset(row.item)
      ? { kind: "asset", asset: assetReference(row.item), disabled: row.item.chkDisabled === true }
      : {
          kind: "folder",
          open: row.open,
          expand: () => props.onOpen(row.item.id),
          fold: () => props.onFold(row.item.id),
          expandAll: () => props.all?.open(),
          foldAll: () => props.all?.fold(),
        };

  const act = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setFocused(index);
    if (!row.item.isParent) props.onActivate(row.item);
    else if (row.open) props.onFold(row.item.id);
    else props.onOpen(row.item.id);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveInTree(rows, current, event.key, event.shiftKey);
    if (move === undefined) return;
    event.preventDefault();
    const row = rows[move.index];
    if (move.type === "focus") {
      wantsFocus.current = true;
      setFocused(move.index);
    } else if (move.type === "menu") {
      const element = rowAt(move.index);
      const box = element?.getBoundingClientRect();
      element?.dispatchEvent(
        new MouseEvent("contextmenu", {
          bubbles: true,
          clientX: (box?.left ?? 0) + 40,
          clientY: box?.bottom ?? 0,
        }),
      );
    } else if (row !== undefined) act(move.index);
  };

  const onContextMenu = (event: ReactMouseEvent) => {
    const index = Number((event.target as Element).closest<HTMLElement>("[data-index]")?.dataset.index);
    const row = rows[index];
    if (row === undefined) return;
    event.preventDefault();
    setFocused(index);
    menu.open(subjectOf(row), { left: event.clientX, top: event.clientY }, event.button !== RIGHT_BUTTON);
  };

  return (
    <>
      <div
        ref={list}
        role="tree"
        aria-label={props.label}
        className="luna-tree"
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
      >
        {rows.map((row, index) => (
          <Row
            key={`${row.item.pId ?? ""}/${row.item.id}`}
            row={row}
            index={index}
            tabbable={index === current}
            isChecked={isAsset(row.item) ? props.checked?.has(row.item.id) : undefined}
            loading={loading.has(row.item.id)}
            emptyText={row.open ? props.emptyText(row.item.id) : undefined}
            onClick={() => act(index)}
          />
        ))}
      </div>
      {menu.element}
    </>
  );
}

interface RowProps {
  row: TreeRow;
  index: number;
  tabbable: boolean;
  /** Undefined where nothing is to be ticked. */
  isChecked: boolean | undefined;
  loading: boolean;
  emptyText: string | undefined;
  onClick(): void;
}

const Row = memo(function Row({ row, index, tabbable, isChecked, loading, emptyText, onClick }: RowProps) {
  const { item, level, open } = row;
  const disabled = item.chkDisabled === true;
  return (
    <>
      <div
        role="treeitem"
        aria-level={level + 1}
        aria-posinset={row.position}
        aria-setsize={row.siblings}
        aria-disabled={disabled}
        aria-selected={false}
        {...(isChecked === undefined ? {} : { "aria-checked": isChecked })}
        {...(item.isParent ? { "aria-expanded": open } : {})}
        tabIndex={tabbable ? 0 : -1}
        data-index={index}
        className={`luna-row${disabled ? " luna-row-disabled" : ""}`}
        style={{ paddingInlineStart: 8 + level * 14 }}
        title={item.title ?? item.name}
        onClick={onClick}
        onKeyDown={undefined}
      >
        <span className="luna-row-caret" aria-hidden="true">
          {item.isParent &&
            (loading ? <LoadingOutlined /> : open ? <CaretDownOutlined /> : <CaretRightOutlined />)}
        </span>
        {isChecked !== undefined && (
          <span className={`luna-row-check${isChecked ? " luna-row-checked" : ""}`} aria-hidden="true">
            {isChecked && <CheckOutlined />}
          </span>
        )}
        <span className="luna-row-icon" aria-hidden="true">
          <RowIcon item={item} open={open} />
        </span>
        <span className="luna-row-name">{item.name}</span>
        {isAsset(item) && <span className="luna-row-address">{assetReference(item).address}</span>}
      </div>
      {emptyText !== undefined && (
        <div className="luna-row-empty" style={{ paddingInlineStart: 44 + level * 14 }}>
          {emptyText}
        </div>
      )}
    </>
  );
});

function RowIcon({ item, open }: { item: TreeItem; open: boolean }) {
  if (isAsset(item)) return <DesktopOutlined />;
  if (item.id === "favorite") return <StarOutlined />;
  return open ? <FolderOpenOutlined /> : <FolderOutlined />;
}

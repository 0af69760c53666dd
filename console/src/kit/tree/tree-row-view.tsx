import {
  CaretDownOutlined,
  CaretRightOutlined,
  DesktopOutlined,
  EllipsisOutlined,
  FolderOpenOutlined,
  FolderOutlined,
  LoadingOutlined,
} from "@ant-design/icons";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { TreeRow } from "./tree-items.ts";

/** How a row is drawn. */
export interface TreeRowLook {
  readonly row: TreeRow;
  readonly id: string;
  readonly index: number;
  /** Height of the row, in pixels. */
  readonly height: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** Something is dragged over it that it would take. */
  readonly isTarget: boolean;
  readonly isMovable: boolean;
  /** What was looked for, marked in the name. */
  readonly search: string;
  /** Name of the button that opens the menu; undefined where there is none. */
  readonly menuLabel: string | undefined;
  /** Set while the row is given a name. */
  readonly naming: Naming | undefined;
}

/** A row being given a name. */
export interface Naming {
  readonly label: string;
  readonly maxLength: number;
  /** Called with what was typed, once; undefined takes it back. */
  readonly done: (value: string | undefined) => void;
}

/** Indent of a level, in pixels. */
const INDENT = 16;

function Icon({ row }: { readonly row: TreeRow }) {
  if (row.item.type === "asset") return <DesktopOutlined />;
  return row.open ? <FolderOpenOutlined /> : <FolderOutlined />;
}

/** The name, with what was looked for marked. */
function marked(name: string, search: string): ReactNode {
  const at = search === "" ? -1 : name.toLowerCase().indexOf(search.toLowerCase());
  if (at < 0) return name;
  return (
    <>
      {name.slice(0, at)}
      <mark>{name.slice(at, at + search.length)}</mark>
      {name.slice(at + search.length)}
    </>
  );
}

/** Takes a new name in place: Enter and leaving keep it, Escape does not. */
function NameInput({ value, naming }: { readonly value: string; readonly naming: Naming }) {
  const [text, setText] = useState(value);
  const element = useRef<HTMLInputElement>(null);
  const settled = useRef(false);
  useEffect(() => {
    element.current?.focus();
    element.current?.select();
  }, []);
  const settle = (kept: boolean) => {
    if (settled.current) return;
    settled.current = true;
    const name = text.trim();
    naming.done(kept && name !== "" && name !== value ? name : undefined);
  };
  return (
    <input
      ref={element}
      className="tree-name-input"
      aria-label={naming.label}
      value={text}
      maxLength={naming.maxLength}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => settle(true)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        // While a word is composed, Enter takes the word.
        if (event.nativeEvent.isComposing) return;
        if (event.key !== "Enter" && event.key !== "Escape") return;
        settle(event.key === "Enter");
        element.current?.closest<HTMLElement>("[role=tree]")?.focus({ preventScroll: true });
      }}
    />
  );
}

/** One row of a tree. What is done with it is heard by the list, by the parts' `data-part`. */
export function TreeRowView(props: TreeRowLook) {
  const { row, index, height, naming } = props;
  const { item, level } = row;
  const look = [
    "tree-row",
    props.isActive ? "is-active" : "",
    props.isSelected ? "is-selected" : "",
    props.isTarget ? "is-target" : "",
  ];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and tells which row is meant
    <div
      role="treeitem"
      id={props.id}
      data-index={index}
      aria-level={level + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={props.isSelected}
      aria-label={item.name}
      {...(item.isParent ? { "aria-expanded": row.open } : {})}
      aria-busy={row.isLoading}
      draggable={props.isMovable && naming === undefined}
      className={look.join(" ")}
      style={{ top: index * height, height, paddingInlineStart: 4 + level * INDENT }}
      title={naming === undefined ? item.tip : undefined}
    >
      <span className="tree-caret" data-part={item.isParent ? "caret" : undefined} aria-hidden="true">
        {item.isParent ? (
          row.isLoading ? (
            <LoadingOutlined />
          ) : row.open ? (
            <CaretDownOutlined />
          ) : (
            <CaretRightOutlined />
          )
        ) : null}
      </span>
      <span className="tree-icon" aria-hidden="true">
        <Icon row={row} />
      </span>
      {naming === undefined ? (
        <>
          <span className="tree-name">{marked(item.value, props.search)}</span>
          {item.count === undefined ? null : <span className="tree-count">({item.count})</span>}
        </>
      ) : (
        <NameInput value={item.value} naming={naming} />
      )}
      {props.menuLabel === undefined || naming !== undefined ? null : (
        <button
          type="button"
          tabIndex={-1}
          className="tree-more"
          data-part="menu"
          aria-haspopup="menu"
          aria-label={props.menuLabel}
        >
          <EllipsisOutlined />
        </button>
      )}
    </div>
  );
}

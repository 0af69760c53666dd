import { MenuFoldOutlined, MenuUnfoldOutlined } from "@ant-design/icons";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAfterData } from "./use-after-data.ts";
import "./tree-table.css";

const FOLDED_KEY = "treeFolded";

/** Below this width of the page, in pixels, the tree starts folded away. */
const NARROW = 992;

interface TreeTableProps {
  /** The tree; null where the viewer may not see one. */
  readonly tree: ReactNode;
  readonly children: ReactNode;
}

/** A tree beside a list, a fifth of the width; a handle folds it away, which wide screens remember. */
export function TreeTable({ tree, children }: TreeTableProps) {
  const { t } = useTranslation("list");
  const side = useId();
  const [open, setOpen] = useState(
    () => window.innerWidth >= NARROW && localStorage.getItem(FOLDED_KEY) !== "1",
  );
  const isDue = useAfterData();
  if (tree === null) return <>{children}</>;
  const toggle = () => {
    if (window.innerWidth >= NARROW) localStorage.setItem(FOLDED_KEY, open ? "1" : "0");
    setOpen(!open);
  };
  const text = t(open ? "tree.hide" : "tree.show");
  return (
    <div className={`tree-and-list ${open ? "is-open" : ""}`}>
      <div className="tree-side" id={side} hidden={!open}>
        {isDue ? tree : null}
      </div>
      <button
        type="button"
        className="tree-handle"
        aria-expanded={open}
        aria-controls={side}
        aria-label={text}
        title={text}
        onClick={toggle}
      >
        {open ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        <span className="tree-handle-text">{text}</span>
      </button>
      <div className="list-side">{children}</div>
    </div>
  );
}

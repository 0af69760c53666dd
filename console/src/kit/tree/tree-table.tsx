import { MenuFoldOutlined, MenuUnfoldOutlined } from "@ant-design/icons";
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAfterData } from "./use-after-data.ts";
import "./tree-table.css";

const TreeDrawer = lazy(() => import("./tree-drawer.tsx"));

const FOLDED_KEY = "treeFolded";
/** The same for trees that are rarely needed: `0` when somebody opened one. */
const RARE_KEY = "rareTreeFolded";

/** Widths, in pixels, at which there is no room beside the list. */
const NARROW = "(max-width: 991px)";

/** Whether the tree has to stand over the list instead of beside it. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const media = matchMedia(NARROW);
    const listen = () => setNarrow(media.matches);
    media.addEventListener("change", listen);
    return () => media.removeEventListener("change", listen);
  }, []);
  return isNarrow;
}

interface TreeTableProps {
  /** The tree; null where the viewer may not see one. */
  readonly tree: ReactNode;
  /** It is rarely needed: folded until somebody opens it, so that the columns have the room. */
  readonly rare?: boolean;
  readonly children: ReactNode;
}

/**
 * A tree beside a list, a fifth of the width; a handle folds it away, which is remembered. Where there is no room, the
 * handle opens it in a drawer, which closes when something was chosen.
 */
export function TreeTable({ tree, rare = false, children }: TreeTableProps) {
  const { t } = useTranslation("list");
  const side = useId();
  const isNarrow = useNarrow();
  const [isFolded, setFolded] = useState(() => {
    const stored = localStorage.getItem(rare ? RARE_KEY : FOLDED_KEY);
    return rare ? stored !== "0" : stored === "1";
  });
  const [isDrawn, setDrawn] = useState(false);
  const isDue = useAfterData();
  if (tree === null) return <>{children}</>;
  const open = isNarrow ? isDrawn : !isFolded;
  const toggle = () => {
    if (isNarrow) {
      setDrawn(true);
      return;
    }
    localStorage.setItem(rare ? RARE_KEY : FOLDED_KEY, open ? "1" : "0");
    setFolded(open);
  };
  const text = t(open && !isNarrow ? "tree.hide" : "tree.show");
  const drawn = isDue ? <Suspense fallback={null}>{tree}</Suspense> : null;
  return (
    <div className={`tree-and-list ${open && !isNarrow ? "is-open" : ""}`}>
      {isNarrow ? (
        isDrawn ? (
          <Suspense fallback={null}>
            <TreeDrawer title={t("tree.title")} onClose={() => setDrawn(false)}>
              {drawn}
            </TreeDrawer>
          </Suspense>
        ) : null
      ) : (
        <div className="tree-side" id={side} hidden={!open}>
          {drawn}
        </div>
      )}
      <button
        type="button"
        className="tree-handle"
        {...(isNarrow
          ? { "aria-haspopup": "dialog" as const }
          : { "aria-expanded": open, "aria-controls": side })}
        aria-label={text}
        title={text}
        onClick={toggle}
      >
        {open && !isNarrow ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        <span className="tree-handle-text">{text}</span>
      </button>
      <div className="list-side">{children}</div>
    </div>
  );
}

import { ReloadOutlined } from "@ant-design/icons";
import { Button, Input, Spin } from "antd";
import { type Ref, useEffect, useImperativeHandle, useState } from "react";
import { useTranslation } from "react-i18next";
import { toastFailure } from "../feedback.ts";
import { FailureNotice } from "../list/list-states.tsx";
import type { Action } from "../list/row-actions.tsx";
import { useMenuHost } from "../list/table/menu-host.tsx";
import { useDebounced } from "../use-debounced.ts";
import { useTreeChosen } from "./tree-chosen.ts";
import type { TreeItem } from "./tree-items.ts";
import { TreeList } from "./tree-list.tsx";
import type { TreeDragging } from "./use-dragging.ts";
import { useTree } from "./use-tree.ts";

/** Time after the last letter until the server is asked, in milliseconds. */
const SEARCH_PAUSE = 600;

/** What can be done with an item of a tree. */
export interface TreeAction extends Action {
  /** Key that does it while the item has the focus: `F2`, `Delete`. */
  readonly shortcut?: string;
}

/** The menu of an item; without actions there is none. */
export interface TreeMenu {
  readonly label: (item: TreeItem) => string;
  readonly actions: (item: TreeItem) => readonly TreeAction[];
  /** Key of the action whose state holds now. */
  readonly chosen?: (item: TreeItem) => string | undefined;
}

/** How an item is given a name in place. */
export interface TreeNaming {
  /** Name of the input. */
  readonly label: string;
  readonly maxLength: number;
  /** Saves the name, and shows the tree anew. */
  readonly save: (id: string, name: string) => Promise<unknown>;
}

/** What others can have a tree do. */
export interface TreeHandle {
  /** Opens an item, so that what is below it comes into sight. */
  readonly open: (item: TreeItem) => void;
  /** Takes a new name for an item, in place. */
  readonly name: (id: string) => void;
}

interface ItemTreeProps {
  /** Accessible name. */
  readonly label: string;
  /** URL of the tree, with its fixed query. */
  readonly url: string;
  /** Id of the chosen item. */
  readonly selected: string | undefined;
  /** Called when an item is chosen; undefined when the choice is taken back. */
  readonly onSelect: (item: TreeItem | undefined) => void;
  /** Name of the search box; without one there is no search. */
  readonly searchLabel?: string;
  /** Where what is open is remembered, while the browser's tab is open; forgotten without it. */
  readonly memoryKey?: string;
  /** Key of an item that is not loaded yet, from its id: what is above it is opened then. */
  readonly locate?: (id: string) => Promise<string>;
  readonly menu?: TreeMenu;
  readonly dragging?: TreeDragging;
  readonly naming?: TreeNaming;
  readonly ref?: Ref<TreeHandle>;
}

/**
 * A tree from the server, loaded level by level, searched by the server where that is offered. Only rows in sight
 * are drawn, so that their number is not limited.
 */
export function ItemTree(props: ItemTreeProps) {
  const { label, url, selected, searchLabel, locate, menu, naming } = props;
  const { t } = useTranslation(["common", "tree"]);
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), SEARCH_PAUSE);
  const tree = useTree(url, searchLabel === undefined ? "" : search, props.memoryKey);
  const [openMenu, menuHost] = useMenuHost();
  const onChosen = useTreeChosen();
  const [named, setNamed] = useState<string>();
  useReveal(tree, selected, locate);
  useImperativeHandle(props.ref, () => ({
    open: (item) => tree.setOpen(item, true),
    name: setNamed,
  }));

  const actionsOf = (item: TreeItem) => menu?.actions(item) ?? [];
  const finish = async (id: string, name: string | undefined) => {
    try {
      if (name !== undefined) await naming?.save(id, name);
    } catch (error) {
      toastFailure(error);
    }
    setNamed(undefined);
  };
  return (
    <section className="tree-panel" aria-label={label}>
      <div className="tree-head">
        {searchLabel === undefined ? (
          <span className="tree-name">{label}</span>
        ) : (
          <Input
            size="small"
            allowClear
            placeholder={t("search")}
            aria-label={searchLabel}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <Button
          type="text"
          size="small"
          icon={<ReloadOutlined />}
          aria-label={t("refresh")}
          onClick={() => void tree.reload()}
        />
      </div>
      {tree.error !== null ? (
        <FailureNotice error={tree.error} onRetry={() => void tree.reload()} />
      ) : tree.isLoading ? (
        <Spin />
      ) : (
        <>
          {tree.searched === "" ? null : (
            <p className="tree-found" role="status">
              {t("tree:found", { count: tree.found })}
            </p>
          )}
          {tree.rows.length === 0 && tree.searched === "" ? (
            <p className="tree-found">{t("tree:empty")}</p>
          ) : null}
          <TreeList
            label={label}
            rows={tree.rows}
            selected={selected}
            search={tree.searched}
            onSelect={(item) => {
              props.onSelect(item);
              onChosen();
            }}
            onFold={tree.setOpen}
            menuLabel={(item) => (actionsOf(item).length === 0 ? undefined : menu?.label(item))}
            onMenu={(item, position, anchor) =>
              openMenu(anchor, actionsOf(item), menu?.chosen?.(item), position)
            }
            onShortcut={(item, key) => {
              const action = actionsOf(item).find(({ shortcut }) => shortcut === key);
              action?.run?.();
              return action !== undefined;
            }}
            dragging={props.dragging}
            naming={
              named === undefined || naming === undefined
                ? undefined
                : {
                    id: named,
                    label: naming.label,
                    maxLength: naming.maxLength,
                    done: (name) => void finish(named, name),
                  }
            }
          />
        </>
      )}
      {menuHost}
    </section>
  );
}

/** Opens what is above the chosen item, once, when the address names one that is not loaded. */
function useReveal(
  { rows, isLoading, reveal }: ReturnType<typeof useTree>,
  selected: string | undefined,
  locate: ((id: string) => Promise<string>) | undefined,
): void {
  const [looked, setLooked] = useState<string>();
  useEffect(() => {
    if (isLoading || selected === undefined || selected === looked) return;
    setLooked(selected);
    if (locate === undefined || rows.some(({ item }) => item.id === selected)) return;
    // Anyone who may not see it, or comes too late, is shown the tree without it.
    locate(selected).then(reveal, () => undefined);
  }, [isLoading, selected, looked, rows, locate, reveal]);
}

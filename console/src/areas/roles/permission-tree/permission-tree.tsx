import { Button, Input, Switch } from "antd";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { useRoleTexts } from "../use-role-texts.ts";
import { settle } from "./dependencies.ts";
import {
  checkState,
  countChecked,
  matchingNodes,
  type PermissionNode,
  type PermissionTree,
} from "./permission-nodes.ts";
import { treeMove } from "./tree-keys.ts";
import "../roles.css";

interface PermissionTreeProps {
  readonly tree: PermissionTree;
  readonly checked: ReadonlySet<string>;
  /** Called with what is checked after a change and all that follows from it; without it the tree is for looking. */
  readonly onChange?: (checked: ReadonlySet<string>) => void;
  /** What was checked at first; changes against it are marked. */
  readonly base?: ReadonlySet<string>;
  /** More about a permission, behind its name. */
  readonly note?: (id: string) => ReactNode;
  readonly label: string;
}

/** The keyboard works on the item, so a click leaves the focus there. */
function focusItem(event: MouseEvent<HTMLElement>) {
  event.preventDefault();
  event.currentTarget.closest<HTMLElement>("[data-node]")?.focus({ preventScroll: true });
}

/** Permissions by what they are about: with counts, search, and everything that belongs together checked together. */
export function PermissionTreeView(props: PermissionTreeProps) {
  const { tree, checked, onChange, base } = props;
  const { t } = useRoleTexts();
  const [open, setOpen] = useState<ReadonlySet<string>>(tree.open);
  const [search, setSearch] = useState("");
  const [onlyChecked, setOnlyChecked] = useState(false);
  const [followed, setFollowed] = useState<readonly string[]>([]);
  const [focus, setFocus] = useState(tree.roots[0]?.id ?? "");
  const element = useRef<HTMLDivElement>(null);
  // What was checked when the filter was set stays in sight while it is unchecked.
  const [kept, setKept] = useState<ReadonlySet<string>>(checked);
  const shown = useMemo(
    () => matchingNodes(tree, search, onlyChecked ? kept : undefined),
    [tree, search, onlyChecked, kept],
  );
  const isOpen = (node: PermissionNode) => shown !== undefined || open.has(node.id);
  const isShown = (node: PermissionNode) => shown === undefined || shown.has(node.id);

  const toggle = (node: PermissionNode) => {
    if (onChange === undefined) return;
    const within = node.leaves.filter((id) => shown === undefined || shown.has(id));
    const on = !within.every((id) => checked.has(id));
    const wanted = new Set(checked);
    for (const id of within) {
      if (on) wanted.add(id);
      else wanted.delete(id);
    }
    const settled = settle(tree, checked, wanted);
    setFollowed(settled.added);
    onChange(settled.checked);
  };
  const fold = (node: PermissionNode, on: boolean) => {
    const next = new Set(open);
    if (on) next.add(node.id);
    else next.delete(node.id);
    setOpen(next);
  };
  const allGroups = () => [...tree.byId.values()].filter(({ isLeaf }) => !isLeaf).map(({ id }) => id);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = treeMove(event.key, focus, tree, { isOpen, isShown });
    if (move === undefined) return;
    event.preventDefault();
    if (move.kind === "toggle") toggle(move.node);
    else if (move.kind === "fold") fold(move.node, move.open);
    else {
      setFocus(move.id);
      element.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(move.id)}"]`)?.focus();
    }
  };

  const item = (node: PermissionNode, level: number): ReactNode => {
    if (!isShown(node)) return null;
    const count = countChecked(node, checked);
    const state = checkState(count, node.leaves.length);
    const isNew = node.isLeaf && base !== undefined && checked.has(node.id) !== base.has(node.id);
    const unfolded = !node.isLeaf && isOpen(node);
    return (
      <div
        key={node.id}
        role="treeitem"
        data-node={node.id}
        aria-level={level}
        aria-checked={state === "some" ? "mixed" : state === "all"}
        aria-disabled={onChange === undefined}
        aria-label={node.isLeaf ? node.label : `${node.label} ${count}/${node.leaves.length}`}
        {...(node.isLeaf ? {} : { "aria-expanded": unfolded })}
        tabIndex={focus === node.id ? 0 : -1}
        onFocus={(event) => {
          if (event.target === event.currentTarget) setFocus(node.id);
        }}
        className={`permission-node ${node.isLeaf ? "is-leaf" : ""} ${isNew ? "is-changed" : ""}`}
      >
        <div className="permission-row">
          {node.isLeaf ? null : (
            <button
              type="button"
              tabIndex={-1}
              aria-label={t(unfolded ? "roles:tree.fold" : "roles:tree.unfold", { name: node.label })}
              onMouseDown={focusItem}
              className={`permission-arrow ${unfolded ? "is-open" : ""}`}
              onClick={() => fold(node, !unfolded)}
            />
          )}
          <button
            type="button"
            tabIndex={-1}
            onMouseDown={focusItem}
            className="permission-pick"
            disabled={onChange === undefined && node.isLeaf}
            title={node.isLeaf ? node.title : undefined}
            onClick={() => (onChange === undefined ? fold(node, !unfolded) : toggle(node))}
          >
            {onChange === undefined ? null : <span className={`permission-box is-${state}`} />}
            <span className="permission-name">{node.label}</span>
            {node.isLeaf ? null : (
              <span className="permission-count">
                {onChange === undefined ? count : `${count}/${node.leaves.length}`}
              </span>
            )}
          </button>
          {node.isLeaf ? props.note?.(node.id) : null}
        </div>
        {unfolded ? (
          <fieldset
            className={node.children.every(({ isLeaf }) => isLeaf) ? "permission-leaves" : "permission-group"}
          >
            {node.children.map((child) => item(child, level + 1))}
          </fieldset>
        ) : null}
      </div>
    );
  };

  const names = followed.map((id) => tree.byId.get(id)?.label ?? id);
  return (
    <div className="permission-tree">
      <div className="permission-tools">
        <Input.Search
          allowClear
          size="small"
          value={search}
          aria-label={t("roles:tree.search")}
          placeholder={t("roles:tree.search")}
          onChange={(event) => setSearch(event.target.value)}
        />
        {onChange === undefined ? null : (
          <span className="permission-only">
            <Switch
              size="small"
              aria-label={t("roles:tree.onlyChecked")}
              checked={onlyChecked}
              onChange={(on) => {
                setKept(checked);
                setOnlyChecked(on);
              }}
            />
            {t("roles:tree.onlyChecked")}
          </span>
        )}
        <Button size="small" onClick={() => setOpen(new Set(allGroups()))}>
          {t("roles:tree.expand")}
        </Button>
        <Button size="small" onClick={() => setOpen(tree.open)}>
          {t("roles:tree.collapse")}
        </Button>
      </div>
      <p className="permission-followed" role="status">
        {names.length === 0
          ? ""
          : t("roles:tree.followed", { count: names.length, names: names.slice(0, 5).join(", ") })}
      </p>
      {shown?.size === 0 ? (
        <p className="hint">{t("roles:tree.nothing")}</p>
      ) : (
        <div ref={element} role="tree" aria-label={props.label} aria-multiselectable onKeyDown={onKeyDown}>
          {tree.roots.map((root) => item(root, 1))}
        </div>
      )}
    </div>
  );
}

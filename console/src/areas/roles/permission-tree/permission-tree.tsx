import { Button, Input, Switch } from "antd";
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { useRoleTexts } from "../use-role-texts.ts";
import { settle } from "./dependencies.ts";
import { matchingNodes, type PermissionNode, type PermissionTree } from "./permission-nodes.ts";
import { PermissionTreeItem, type TreeItemControls } from "./permission-tree-item.tsx";
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

/** Which groups are unfolded, and which nodes the search and the filter leave. */
function useShownNodes(tree: PermissionTree, checked: ReadonlySet<string>) {
  const [open, setOpen] = useState<ReadonlySet<string>>(tree.open);
  const [search, setSearch] = useState("");
  const [onlyChecked, setOnlyChecked] = useState(false);
  // What was checked when the filter was set stays in sight while it is unchecked.
  const [kept, setKept] = useState<ReadonlySet<string>>(checked);
  const shown = useMemo(
    () => matchingNodes(tree, search, onlyChecked ? kept : undefined),
    [tree, search, onlyChecked, kept],
  );
  return {
    shown,
    search,
    setSearch,
    onlyChecked,
    filterChecked: (on: boolean) => {
      setKept(checked);
      setOnlyChecked(on);
    },
    isOpen: (node: PermissionNode) => shown !== undefined || open.has(node.id),
    isShown: (node: PermissionNode) => shown === undefined || shown.has(node.id),
    fold: (node: PermissionNode, on: boolean) => {
      const next = new Set(open);
      if (on) next.add(node.id);
      else next.delete(node.id);
      setOpen(next);
    },
    expandAll: () =>
      setOpen(new Set([...tree.byId.values()].filter(({ isLeaf }) => !isLeaf).map(({ id }) => id))),
    collapseAll: () => setOpen(tree.open),
  };
}

type ShownNodes = ReturnType<typeof useShownNodes>;

/** Checks and unchecks nodes with all that follows from it; tells what followed from the last change. */
function useChecking({ tree, checked, onChange }: PermissionTreeProps, { shown }: ShownNodes) {
  const [followed, setFollowed] = useState<readonly string[]>([]);
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
  return { toggle, followed };
}

/** Search, filter, and unfolding everything. */
function TreeTools({ nodes, editable }: { readonly nodes: ShownNodes; readonly editable: boolean }) {
  const { t } = useRoleTexts();
  return (
    <div className="permission-tools">
      <Input.Search
        allowClear
        size="small"
        value={nodes.search}
        aria-label={t("roles:tree.search")}
        placeholder={t("roles:tree.search")}
        onChange={(event) => nodes.setSearch(event.target.value)}
      />
      {editable ? (
        <span className="permission-only">
          <Switch
            size="small"
            aria-label={t("roles:tree.onlyChecked")}
            checked={nodes.onlyChecked}
            onChange={nodes.filterChecked}
          />
          {t("roles:tree.onlyChecked")}
        </span>
      ) : null}
      <Button size="small" onClick={nodes.expandAll}>
        {t("roles:tree.expand")}
      </Button>
      <Button size="small" onClick={nodes.collapseAll}>
        {t("roles:tree.collapse")}
      </Button>
    </div>
  );
}

/** Permissions by what they are about: with counts, search, and everything that belongs together checked together. */
export function PermissionTreeView(props: PermissionTreeProps) {
  const { tree, onChange } = props;
  const { t } = useRoleTexts();
  const nodes = useShownNodes(tree, props.checked);
  const { toggle, followed } = useChecking(props, nodes);
  const [focus, setFocus] = useState(tree.roots[0]?.id ?? "");
  const element = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = treeMove(event.key, focus, tree, nodes);
    if (move === undefined) return;
    event.preventDefault();
    if (move.kind === "toggle") toggle(move.node);
    else if (move.kind === "fold") nodes.fold(move.node, move.open);
    else {
      setFocus(move.id);
      element.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(move.id)}"]`)?.focus();
    }
  };
  const controls: TreeItemControls = {
    checked: props.checked,
    base: props.base,
    note: props.note,
    editable: onChange !== undefined,
    isOpen: nodes.isOpen,
    isShown: nodes.isShown,
    focus,
    onFocus: setFocus,
    onFold: nodes.fold,
    onToggle: toggle,
  };
  const names = followed.map((id) => tree.byId.get(id)?.label ?? id);
  return (
    <div className="permission-tree">
      <TreeTools nodes={nodes} editable={onChange !== undefined} />
      <p className="permission-followed" role="status">
        {names.length === 0
          ? ""
          : t("roles:tree.followed", { count: names.length, names: names.slice(0, 5).join(", ") })}
      </p>
      {nodes.shown?.size === 0 ? (
        <p className="hint">{t("roles:tree.nothing")}</p>
      ) : (
        <div ref={element} role="tree" aria-label={props.label} aria-multiselectable onKeyDown={onKeyDown}>
          {tree.roots.map((root) => (
            <PermissionTreeItem key={root.id} node={root} level={1} controls={controls} />
          ))}
        </div>
      )}
    </div>
  );
}

import type { MouseEvent, ReactNode } from "react";
import { useRoleTexts } from "../use-role-texts.ts";
import { checkState, countChecked, type PermissionNode } from "./permission-nodes.ts";

/** What the items of a tree share. */
export interface TreeItemControls {
  readonly checked: ReadonlySet<string>;
  /** What was checked at first; changes against it are marked. */
  readonly base: ReadonlySet<string> | undefined;
  /** More about a permission, behind its name. */
  readonly note: ((id: string) => ReactNode) | undefined;
  readonly editable: boolean;
  readonly isOpen: (node: PermissionNode) => boolean;
  readonly isShown: (node: PermissionNode) => boolean;
  /** Id of the node that the keyboard works on. */
  readonly focus: string;
  readonly onFocus: (id: string) => void;
  readonly onFold: (node: PermissionNode, open: boolean) => void;
  readonly onToggle: (node: PermissionNode) => void;
}

interface ItemProps {
  readonly node: PermissionNode;
  readonly controls: TreeItemControls;
}

/** The keyboard works on the item, so a click leaves the focus there. */
function focusItem(event: MouseEvent<HTMLElement>) {
  event.preventDefault();
  event.currentTarget.closest<HTMLElement>("[data-node]")?.focus({ preventScroll: true });
}

/** The line of a node: the arrow of a group, the box, the name and the count. */
function NodeRow({ node, controls }: ItemProps) {
  const { t } = useRoleTexts();
  const { checked, editable, onFold, onToggle } = controls;
  const count = countChecked(node, checked);
  const unfolded = !node.isLeaf && controls.isOpen(node);
  return (
    <div className="permission-row">
      {node.isLeaf ? null : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(unfolded ? "roles:tree.fold" : "roles:tree.unfold", { name: node.label })}
          onMouseDown={focusItem}
          className={`permission-arrow ${unfolded ? "is-open" : ""}`}
          onClick={() => onFold(node, !unfolded)}
        />
      )}
      <button
        type="button"
        tabIndex={-1}
        onMouseDown={focusItem}
        className="permission-pick"
        disabled={!editable && node.isLeaf}
        title={node.isLeaf ? node.title : undefined}
        onClick={() => (editable ? onToggle(node) : onFold(node, !unfolded))}
      >
        {editable ? <span className={`permission-box is-${checkState(count, node.leaves.length)}`} /> : null}
        <span className="permission-name">{node.label}</span>
        {node.isLeaf ? null : (
          <span className="permission-count">{editable ? `${count}/${node.leaves.length}` : count}</span>
        )}
      </button>
      {node.isLeaf ? controls.note?.(node.id) : null}
    </div>
  );
}

/** A node of the tree of permissions with all that is below it. */
export function PermissionTreeItem({ node, level, controls }: ItemProps & { readonly level: number }) {
  const { checked, base } = controls;
  if (!controls.isShown(node)) return null;
  const count = countChecked(node, checked);
  const state = checkState(count, node.leaves.length);
  const isNew = node.isLeaf && base !== undefined && checked.has(node.id) !== base.has(node.id);
  const unfolded = !node.isLeaf && controls.isOpen(node);
  return (
    <div
      role="treeitem"
      data-node={node.id}
      aria-level={level}
      aria-checked={state === "some" ? "mixed" : state === "all"}
      aria-disabled={!controls.editable}
      aria-label={node.isLeaf ? node.label : `${node.label} ${count}/${node.leaves.length}`}
      {...(node.isLeaf ? {} : { "aria-expanded": unfolded })}
      tabIndex={controls.focus === node.id ? 0 : -1}
      onFocus={(event) => {
        if (event.target === event.currentTarget) controls.onFocus(node.id);
      }}
      className={`permission-node ${node.isLeaf ? "is-leaf" : ""} ${isNew ? "is-changed" : ""}`}
    >
      <NodeRow node={node} controls={controls} />
      {unfolded ? (
        <fieldset
          className={node.children.every(({ isLeaf }) => isLeaf) ? "permission-leaves" : "permission-group"}
        >
          {node.children.map((child) => (
            <PermissionTreeItem key={child.id} node={child} level={level + 1} controls={controls} />
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

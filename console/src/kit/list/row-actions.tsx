import i18next from "i18next";
import { Link } from "react-router";

/** Something that can be done with a row, or with the selected rows. */
export interface Action {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  /** Shown, but cannot be used. */
  readonly disabled?: boolean;
  /** Why it cannot be used. */
  readonly reason?: string;
  /** Lower stands first; update 10, duplicate 30, others 100, deleting {@link DELETE_ORDER}. */
  readonly order?: number;
  /** A page of the console to open. */
  readonly to?: string;
  /** An address to open in a new tab. */
  readonly href?: string;
  readonly run?: () => void;
  /** A line is above it in a menu. */
  readonly isSeparated?: boolean;
}

/** Where a menu opens, in pixels of the window. */
export interface MenuPosition {
  readonly left: number;
  readonly top: number;
}

/** Opens a menu of actions below an element, or at a position; the element has the focus again when it closes. */
export type OpenMenu = (
  anchor: HTMLElement,
  actions: readonly Action[],
  chosen?: string,
  position?: MenuPosition,
) => void;

/** Order of the action that deletes: after all others. */
export const DELETE_ORDER = 1000;

/** Actions in their order. */
export function sortedActions(actions: readonly Action[]): Action[] {
  return [...actions].sort((a, b) => (a.order ?? 100) - (b.order ?? 100));
}

/** Does what an action says. */
export function perform(action: Action, navigate: (path: string) => void): void {
  if (action.href !== undefined) window.open(action.href, "_blank", "noopener");
  else if (action.to !== undefined) navigate(action.to);
  else action.run?.();
}

/** One action as a plain link or button: a list draws hundreds, so these are no library components. */
function DirectAction({ action }: { readonly action: Action }) {
  const look = `row-action ${action.danger === true ? "is-danger" : ""}`;
  if (action.disabled !== true && action.to !== undefined) {
    return (
      <Link className={look} to={action.to}>
        {action.label}
      </Link>
    );
  }
  if (action.disabled !== true && action.href !== undefined) {
    return (
      <a className={look} href={action.href} target="_blank" rel="noreferrer">
        {action.label}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={look}
      disabled={action.disabled === true}
      title={action.disabled === true ? action.reason : undefined}
      onClick={() => action.run?.()}
    >
      {action.label}
    </button>
  );
}

interface RowActionsProps {
  readonly actions: readonly Action[];
  /** What the row is called. */
  readonly name: string;
  readonly onMenu: OpenMenu;
}

/** Up to two actions stand as links, of more the first does and the rest are in a menu. */
export function RowActions({ actions, name, onMenu }: RowActionsProps) {
  const sorted = sortedActions(actions);
  const direct = sorted.length <= 2 ? sorted : sorted.slice(0, 1);
  const rest = sorted.slice(direct.length);
  return (
    <span className="row-actions">
      {direct.map((action) => (
        <DirectAction key={action.key} action={action} />
      ))}
      {rest.length === 0 ? null : (
        <button
          type="button"
          className="row-action row-more"
          aria-haspopup="menu"
          aria-label={i18next.t("list:row.actions", { name })}
          onClick={(event) => onMenu(event.currentTarget, rest)}
        >
          <span className="row-dots" aria-hidden="true" />
        </button>
      )}
    </span>
  );
}

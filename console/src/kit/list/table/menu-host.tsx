import { Dropdown } from "antd";
import { type ReactNode, useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { type Action, type MenuPosition, type OpenMenu, perform } from "../row-actions.tsx";
import "./table.css";

interface OpenState extends MenuPosition {
  readonly anchor: HTMLElement;
  readonly actions: readonly Action[];
  readonly chosen: string | undefined;
}

/**
 * One menu for a whole table, opened where it is asked for: a menu for each row would cost more than the rows.
 *
 * @returns the opener, and the menu to draw once
 */
export function useMenuHost(): readonly [OpenMenu, ReactNode] {
  const navigate = useNavigate();
  const [state, setState] = useState<OpenState>();
  const open = useCallback<OpenMenu>((anchor, actions, chosen, position) => {
    const { left, bottom } = anchor.getBoundingClientRect();
    setState({ anchor, actions, chosen, ...(position ?? { left, top: bottom }) });
  }, []);
  const close = () => {
    state?.anchor.focus({ preventScroll: true });
    setState(undefined);
  };
  const host =
    state === undefined ? null : (
      <Dropdown
        open
        autoFocus
        trigger={["click"]}
        onOpenChange={(next) => {
          if (!next) close();
        }}
        menu={{
          items: state.actions.flatMap(({ key, label, danger, disabled, isSeparated }) => [
            ...(isSeparated === true ? [{ key: `above ${key}`, type: "divider" as const }] : []),
            { key, label, danger: danger === true, disabled: disabled === true },
          ]),
          selectable: state.chosen !== undefined,
          selectedKeys: state.chosen === undefined ? [] : [state.chosen],
          onClick: ({ key, domEvent }) => {
            // Chosen by a key, the rest of its press would answer the question that the action may ask.
            domEvent.preventDefault();
            const action = state.actions.find((item) => item.key === key);
            close();
            if (action !== undefined) perform(action, (path) => void navigate(path));
          },
        }}
      >
        <span className="menu-anchor" style={{ left: state.left, top: state.top }} />
      </Dropdown>
    );
  return [open, host];
}

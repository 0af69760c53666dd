import { Button, type ButtonProps, type MenuProps } from "antd";
import { type MouseEvent, useRef } from "react";
import type { MenuPlacement } from "./menu-popup.tsx";
import { prepareMenus, useMenu } from "./use-menu.tsx";

interface MenuButtonProps extends Omit<ButtonProps, "onClick"> {
  readonly menu: MenuProps;
  readonly placement?: MenuPlacement;
}

/**
 * A button that opens a menu. The menu's code is fetched when the pointer or the focus comes to the button, or with
 * the click itself on a touch screen. Opened with a key, it takes the focus, which returns to the button.
 */
export function MenuButton({ menu, placement = "bottomLeft", ...button }: MenuButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  /** Whether the menu was open when the last press began: its press has closed it. */
  const hasClosed = useRef(false);
  const control = useMenu(menu, placement, () => {
    if (element.current?.ownerDocument.activeElement?.closest("[role=menu]")) element.current.focus();
  });
  const areaOf = () => {
    const { left, top, width, height } = element.current?.getBoundingClientRect() ?? new DOMRect();
    return { left, top, width, height };
  };
  const onClick = (event: MouseEvent) => {
    const byKey = event.detail === 0;
    if (control.isOpen) control.close();
    else if (byKey || !hasClosed.current) control.open(areaOf, byKey);
  };
  return (
    <>
      <Button
        {...button}
        ref={element}
        aria-haspopup="menu"
        aria-expanded={control.isOpen}
        onPointerEnter={() => void prepareMenus()}
        onFocus={() => void prepareMenus()}
        // The press outside of the menu closes it before its click arrives.
        onPointerDownCapture={() => {
          hasClosed.current = control.isOpen;
        }}
        onClick={onClick}
      />
      {control.element}
    </>
  );
}

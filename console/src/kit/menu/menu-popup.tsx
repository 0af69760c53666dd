import { Dropdown, type MenuProps } from "antd";
import "./menu.css";

/** Where a menu opens, in pixels of the window: below a button, or at the pointer. */
export interface MenuArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Which edge of the area the menu is aligned with. */
export type MenuPlacement = "bottomLeft" | "bottomRight";

interface MenuPopupProps {
  readonly area: MenuArea;
  readonly menu: MenuProps;
  readonly placement: MenuPlacement;
  /** Whether the first entry takes the focus: a menu that was opened with a key is gone through with keys. */
  readonly autoFocus: boolean;
  readonly onClose: () => void;
}

/** An open menu. No part of the first page: {@link useMenu} fetches it. */
export function MenuPopup({ area, menu, placement, autoFocus, onClose }: MenuPopupProps) {
  const { left, top, width, height } = area;
  return (
    <Dropdown
      open
      autoFocus={autoFocus}
      trigger={["click"]}
      placement={placement}
      menu={menu}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <span className="menu-area" style={{ left, top, width, height }} />
    </Dropdown>
  );
}

import { Drawer } from "antd";
import type { ReactNode } from "react";
import { TreeChosenContext } from "./tree-chosen.ts";

/** Width, in pixels: some of the list stays in sight, to go back to. */
const WIDTH = 340;

interface TreeDrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A tree over a list, on screens with no room for both; it closes when something was chosen. */
export default function TreeDrawer({ title, onClose, children }: TreeDrawerProps) {
  return (
    <Drawer open placement="left" size={WIDTH} title={title} rootClassName="tree-drawer" onClose={onClose}>
      <TreeChosenContext value={onClose}>{children}</TreeChosenContext>
    </Drawer>
  );
}

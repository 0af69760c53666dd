import { Drawer } from "antd";
import type { ReactNode } from "react";

interface SideDrawerProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The assets over the terminals, where there is no room for both. */
export default function SideDrawer({ isOpen, title, onClose, children }: SideDrawerProps) {
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      size={320}
      title={title}
      styles={{ body: { padding: 0 } }}
    >
      {children}
    </Drawer>
  );
}

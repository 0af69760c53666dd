import "./command-bar.css";
import { type InputRef, Modal } from "antd";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { QuickCommandChoice } from "./quick-command-choice.tsx";

/** Props of the palette. */
export interface QuickPaletteProps {
  /** A command was chosen for the terminal in front. */
  onChoose(command: string): void;
  onClose(): void;
}

/** The quick commands over the page, for the keyboard: what is chosen is put into the terminal in front and not sent. */
export default function QuickPalette({ onChoose, onClose }: QuickPaletteProps) {
  const { t } = useTranslation("terminal");
  const field = useRef<InputRef>(null);
  return (
    <Modal
      open
      title={t("quick.open")}
      onCancel={onClose}
      footer={null}
      width={560}
      className="luna-quick-palette"
      // A dialog begins with the keyboard at its close button.
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
    >
      <QuickCommandChoice field={field} onChoose={onChoose} />
    </Modal>
  );
}

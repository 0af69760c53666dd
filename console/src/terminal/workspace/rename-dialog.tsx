import { Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

/** Longest name of a tab, in characters. */
const LONGEST = 60;

interface RenameDialogProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}

/** Gives a tab another name. */
export default function RenameDialog({ name, onRename, onClose }: RenameDialogProps) {
  const { t } = useTranslation("terminal");
  const [text, setText] = useState(name);
  const save = () => {
    onRename(text);
    onClose();
  };
  return (
    <Modal open title={t("tab.renameTitle")} onOk={save} onCancel={onClose}>
      <Input
        autoFocus
        value={text}
        maxLength={LONGEST}
        aria-label={t("tab.renameTitle")}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={save}
      />
    </Modal>
  );
}

import { Button, Modal } from "antd";
import { useTranslation } from "react-i18next";
import type { SiteMessage } from "./messages-api.ts";
import { SafeHtml } from "./safe-html.tsx";
import "./messages.css";

interface MessageDialogProps {
  readonly message: SiteMessage;
  /** Called when it was read: by the button, the cross or Escape. */
  readonly onRead: () => void;
  /** Called when the dialog goes and the message stays unread. */
  readonly onCancel: () => void;
}

/** One message in full. */
export default function MessageDialog({ message, onRead, onCancel }: MessageDialogProps) {
  const { t } = useTranslation(["messages", "common"]);
  return (
    <Modal
      open
      title={message.content?.subject || t("noSubject")}
      width={{ xs: "92%", md: "60%" }}
      // Closing by the cross or by Escape counts as read, the button "Cancel" does not.
      onCancel={onRead}
      footer={
        <>
          <Button onClick={onCancel}>{t("common:cancel")}</Button>
          <Button type="primary" onClick={onRead}>
            {t("markOne")}
          </Button>
        </>
      }
    >
      <SafeHtml className="message-text" html={message.content?.message ?? ""} />
    </Modal>
  );
}

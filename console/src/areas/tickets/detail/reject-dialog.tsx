import { Button, Input } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../kit/dialog/dialog.tsx";

interface RejectDialogProps {
  readonly applicant: string;
  /** Whether it is about what went on already. */
  readonly isSignOff: boolean;
  readonly busy: boolean;
  readonly onReject: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for the reason before a request is rejected; there need not be one. */
export default function RejectDialog({ applicant, isSignOff, busy, onReject, onClose }: RejectDialogProps) {
  const { t } = useTranslation(["tickets", "common"]);
  const [reason, setReason] = useState("");
  const field = useId();
  const of = isSignOff ? "emergency" : "decide";
  return (
    <Dialog title={t(`tickets:${of}.rejectTitle`)} size="small" modal onClose={onClose}>
      <form
        className="ticket-reject"
        onSubmit={(event) => {
          event.preventDefault();
          onReject(reason);
        }}
      >
        <p className="hint">{t(`tickets:${of}.rejectHint`, { name: applicant })}</p>
        <label htmlFor={field}>{t("tickets:decide.reason")}</label>
        <Input.TextArea
          id={field}
          autoFocus
          value={reason}
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={({ target }) => setReason(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onReject(reason);
          }}
        />
        <div className="ticket-buttons">
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          <Button danger type="primary" htmlType="submit" loading={busy}>
            {t(`tickets:${of}.reject`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { Alert, Button, Input } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import "./review-view.css";

/** Longest reason the server takes, in characters. */
const LONGEST = 1_000;

interface EmergencyFormProps {
  /** Connects at once. */
  readonly onConnect: (reason: string) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly onBack: () => void;
}

/** Asks why somebody cannot wait for approval, and connects them at once. */
export default function EmergencyForm({ onConnect, onFailure, onBack }: EmergencyFormProps) {
  const { t } = useTranslation("terminal");
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useId();
  const problem = `${field}-problem`;
  const send = async () => {
    if (busy) return;
    if (!/\p{L}/u.test(reason)) return setMissing(true);
    setBusy(true);
    try {
      await onConnect(reason.trim());
    } catch (error) {
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="luna-review"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Alert type="warning" showIcon title={t("review.emergencyAsk")} />
      <label htmlFor={field}>{t("review.emergencyReason")}</label>
      <Input.TextArea
        id={field}
        autoFocus
        required
        value={reason}
        maxLength={LONGEST}
        autoSize={{ minRows: 2, maxRows: 6 }}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? problem : undefined}
        {...(isMissing ? { status: "error" as const } : {})}
        onChange={({ target }) => {
          setReason(target.value);
          setMissing(false);
        }}
      />
      {isMissing ? (
        <p id={problem} className="luna-review-problem" role="alert">
          {t("review.emergencyReasonMissing")}
        </p>
      ) : null}
      <div className="luna-review-acts">
        <Button onClick={onBack} disabled={busy}>
          {t("review.back")}
        </Button>
        <Button danger type="primary" htmlType="submit" loading={busy}>
          {t("review.emergencyConnect")}
        </Button>
      </div>
    </form>
  );
}

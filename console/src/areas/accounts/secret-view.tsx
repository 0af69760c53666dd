import { Button, Modal } from "antd";
import { use, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { laterTexts } from "../../i18n/later.ts";
import { useConfirmed } from "../../kit/confirm/use-confirmed.ts";
import { copyText } from "../../kit/copy-text.ts";
import { toast } from "../../kit/feedback.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import "../../kit/confirm/confirm.css";

/** Seconds a secret stays in sight. */
const IN_SIGHT = 30;

interface SecretViewProps {
  readonly account: Row;
  readonly onClose: () => void;
}

/**
 * Shows the secret of an account after the confirmation the server asks for. It is held by this dialog alone, goes out
 * of sight by itself, and at once when the page does.
 */
export default function SecretView({ account, onClose }: SecretViewProps) {
  use(laterTexts());
  const { t } = useTranslation(["confirm", "common"]);
  const id = encodeURIComponent(String(account.id));
  const { data, read, clear } = useConfirmed<{ readonly secret?: string | null }>(
    `/api/v1/accounts/account-secrets/${id}/`,
  );
  const [asked, setAsked] = useState(false);
  const [left, setLeft] = useState(IN_SIGHT);
  useEffect(() => {
    void read().then(() => setAsked(true));
  }, [read]);
  const shown = data !== undefined;
  // Not confirmed, or refused: there is nothing to show.
  useEffect(() => {
    if (asked && !shown) onClose();
  }, [asked, shown, onClose]);
  useEffect(() => {
    if (!shown) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    const hide = () => {
      if (document.hidden) clear();
    };
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", hide);
    };
  }, [shown, clear]);
  useEffect(() => {
    if (left <= 0) clear();
  }, [left, clear]);
  if (!shown) return null;
  const secret = data.secret ?? "";
  const copy = async () => {
    if (await copyText(secret)) toast("success", t("common:copied"));
    else toast("error", t("secret.notCopied"));
  };
  return (
    <Modal
      open
      title={t("secret.title", { name: valueText(account.name) })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("common:close")}</Button>
          {secret === "" ? null : (
            <Button type="primary" onClick={() => void copy()}>
              {t("secret.copy")}
            </Button>
          )}
        </>
      }
    >
      {secret === "" ? (
        <p>{t("secret.empty")}</p>
      ) : (
        <div className="secret-view">
          <textarea
            className="code"
            readOnly
            rows={Math.min(12, secret.split("\n").length)}
            aria-label={t("secret.title", { name: valueText(account.name) })}
            value={secret}
          />
          <span className="hint">
            {t("secret.hides", { count: left })} {t("secret.audited")}
          </span>
        </div>
      )}
    </Modal>
  );
}

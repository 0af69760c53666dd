import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../dialog/dialog.tsx";
import { saveFile } from "../transfer/download.ts";
import { useCopy } from "../use-copy.ts";
import { useBriefSight } from "./use-brief-sight.ts";
import { useConfirmed } from "./use-confirmed.ts";
import "./confirm.css";

/** What the address answers; a key comes with its fingerprint. */
interface SecretAnswer {
  readonly secret?: string | null;
  readonly spec_info?: { readonly ssh_key_fingerprint?: string } | null;
}

interface SecretDialogProps {
  /** Whose secret it is. */
  readonly name: string;
  /** Address that answers `{ secret }`. */
  readonly url: string;
  /** More below the secret. */
  readonly extra?: ReactNode;
  readonly onClose: () => void;
}

/**
 * Shows a secret after the confirmation the server asks for. It is held by this dialog alone, goes out of sight by
 * itself, and at once when the page does.
 */
export default function SecretDialog({ name, url, extra, onClose }: SecretDialogProps) {
  const { t } = useTranslation(["confirm", "common"]);
  const copy = useCopy();
  const { data, read, clear } = useConfirmed<SecretAnswer>(url);
  const [asked, setAsked] = useState(false);
  const shown = data !== undefined;
  const left = useBriefSight(shown, clear);
  useEffect(() => {
    void read().then(() => setAsked(true));
  }, [read]);
  // Not confirmed, refused, or out of sight again: there is nothing to show.
  useEffect(() => {
    if (asked && !shown) onClose();
  }, [asked, shown, onClose]);
  if (!shown) return null;
  const secret = data.secret ?? "";
  const fingerprint = data.spec_info?.ssh_key_fingerprint ?? "";
  const title = t("secret.title", { name });
  const save = () => saveFile(`${name}.${fingerprint === "" ? "txt" : "pem"}`, new Blob([secret]));
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      {...(secret === "" ? {} : { answer: { text: t("secret.copy"), run: () => void copy(secret) } })}
    >
      {secret === "" ? (
        <p>{t("secret.empty")}</p>
      ) : (
        <div className="secret-view">
          <textarea
            className="code"
            readOnly
            rows={Math.min(12, secret.split("\n").length)}
            aria-label={title}
            value={secret}
          />
          {fingerprint === "" ? null : (
            <span>
              {t("secret.fingerprint")} <code>{fingerprint}</code>
            </span>
          )}
          <Button className="secret-save" icon={<DownloadOutlined aria-hidden />} onClick={save}>
            {t("secret.save")}
          </Button>
          <span className="hint">
            {t("secret.hides", { count: left })} {t("secret.audited")}
          </span>
        </div>
      )}
      {extra}
    </Dialog>
  );
}

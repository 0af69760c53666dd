import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { copyText } from "../../kit/copy-text.ts";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import { toast } from "../../kit/feedback.ts";
import { saveFile } from "../../kit/transfer/download.ts";
import "./factors.css";

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new recovery codes, this once. They are held by this dialog alone. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation(["factors", "common"]);
  const text = `${codes.join("\n")}\n`;
  const copy = async () => {
    if (await copyText(text)) toast("success", t("common:copied"));
  };
  const save = () => saveFile("sallyport-recovery-codes.txt", new Blob([text], { type: "text/plain" }));
  return (
    <Dialog title={t("factors:codes.title")} size="small" modal onClose={onClose}>
      <p>{t("factors:codes.keep")}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="factor-buttons">
        <Button onClick={() => void copy()}>{t("common:copy")}</Button>
        <Button onClick={save}>{t("factors:codes.save")}</Button>
        <Button type="primary" className="factor-done" onClick={onClose}>
          {t("factors:codes.kept")}
        </Button>
      </div>
    </Dialog>
  );
}

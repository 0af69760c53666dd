import { useMemo } from "react";
import { api } from "../../../kit/api/client.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { toast } from "../../../kit/feedback.ts";
import "../../../kit/field-kinds/inputs.ts";
import { DialogForm } from "../../../kit/form/dialog-form.tsx";
import { FormLoader } from "../../../kit/form/form-loader.tsx";
import type { Metadata, Row } from "../../../kit/metadata/types.ts";
import { SETTINGS_URL } from "../form/setting-source.ts";
import { useSettingsTexts } from "../settings-texts.ts";

const MAIL_URL = `${SETTINGS_URL}?category=email`;
const TESTING_URL = "/api/v1/settings/mail/testing/";

/** What is asked before a test mail. */
const ASKED = ["EMAIL_FROM", "EMAIL_RECIPIENT"] as const;

interface MailTestProps {
  readonly onClose: () => void;
}

function MailTestForm({ metadata, saved, onClose }: MailTestProps & { metadata: Metadata; saved: Row }) {
  const { t } = useSettingsTexts();
  const fields = useMemo(() => {
    const known = metadata.actions?.GET ?? {};
    return Object.fromEntries(ASKED.map((name) => [name, { type: "string", ...known[name] }]));
  }, [metadata]);
  const test = async (body: Record<string, unknown>) => {
    const answer = await api<{ readonly msg?: string }>(TESTING_URL, { method: "POST", body });
    toast("success", answer.msg ?? t("settings:mailTest.sent"));
    onClose();
  };
  return (
    <DialogForm
      fields={fields}
      object={saved}
      intro={<p className="hint">{t("settings:mailTest.hint")}</p>}
      confirmText={t("settings:mailTest.send")}
      onConfirm={test}
      onCancel={onClose}
    />
  );
}

/** Sends a mail by the server as it is saved, and shows what that said. */
export function MailTestDialog({ onClose }: MailTestProps) {
  const { t } = useSettingsTexts();
  return (
    <Dialog title={t("settings:mailTest.title")} size="small" modal onClose={onClose}>
      <FormLoader metadataUrl={MAIL_URL} objectUrl={MAIL_URL}>
        {(metadata, saved) => <MailTestForm metadata={metadata} saved={saved ?? {}} onClose={onClose} />}
      </FormLoader>
    </Dialog>
  );
}

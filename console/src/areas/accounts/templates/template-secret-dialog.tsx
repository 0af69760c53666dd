import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../kit/api/client.ts";
import { encryptFields } from "../../../kit/api/encryption.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { toast } from "../../../kit/feedback.ts";
import "../../../kit/field-kinds/inputs.ts";
import { DialogForm } from "../../../kit/form/dialog-form.tsx";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { SECRET_FIELDS, secretOverrides, withSecret } from "../../assets/index.ts";
import { ACCOUNT_TEMPLATES } from "../resources.ts";

interface TemplateSecretDialogProps {
  readonly template: Row;
  readonly fields: FieldMap;
  /** Called when the secret was changed. */
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Gives a template another secret, and with it the accounts that were made from it. */
export default function TemplateSecretDialog({
  template,
  fields,
  onDone,
  onClose,
}: TemplateSecretDialogProps) {
  const { t } = useTranslation(["accountTemplates"]);
  const { t: accounts } = useTranslation(["accounts"]);
  const overrides = useMemo<FieldOverrides>(
    () => ({ ...secretOverrides(accounts), secret_type: { disabled: true } }),
    [accounts],
  );
  const groups = useMemo(() => [{ title: "", fields: ["secret_type", ...SECRET_FIELDS] }], []);
  const initial = useMemo(() => ({ secret_type: plainValue(template.secret_type) }), [template]);
  const save = async (body: Record<string, unknown>) => {
    const { secret, passphrase } = withSecret({ ...body, ...initial });
    const sent = { secret, ...(passphrase === undefined ? {} : { passphrase }), is_sync_account: true };
    const url = `${ACCOUNT_TEMPLATES.url}${String(template.id)}/`;
    await api(url, { method: "PATCH", body: encryptFields(sent, ["secret", "passphrase"]) });
    toast("success", t("secretUpdated"));
    onClose();
    await onDone();
  };
  return (
    <Dialog title={t("updateSecret")} size="small" modal onClose={onClose}>
      <DialogForm
        fields={fields}
        groups={groups}
        overrides={overrides}
        initial={initial}
        intro={<p className="hint">{t("syncHint")}</p>}
        onConfirm={save}
        onCancel={onClose}
      />
    </Dialog>
  );
}

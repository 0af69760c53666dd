import { useMemo } from "react";
import { api } from "../../../kit/api/client.ts";
import { encryptFields } from "../../../kit/api/encryption.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { toast } from "../../../kit/feedback.ts";
import "../../../kit/field-kinds/inputs.ts";
import { DialogForm } from "../../../kit/form/dialog-form.tsx";
import type { FieldMap } from "../../../kit/metadata/types.ts";
import { useSettingsTexts } from "../settings-texts.ts";

interface LoginTestProps {
  /** What tries a name and a password, and answers a sentence. */
  readonly url: string;
  readonly onClose: () => void;
}

/** Tries a name and a password at a source of users as it is saved, and shows what that said. */
export function LoginTestDialog({ url, onClose }: LoginTestProps) {
  const { t } = useSettingsTexts();
  const fields = useMemo<FieldMap>(
    () => ({
      username: { type: "string", label: t("ldap:username"), required: true, max_length: 1024 },
      password: {
        type: "string",
        label: t("ldap:password"),
        required: true,
        write_only: true,
        max_length: 1024,
      },
    }),
    [t],
  );
  const test = async (body: Record<string, unknown>) => {
    const answer = await api<string | { readonly msg: string }>(url, {
      method: "POST",
      body: encryptFields(body, ["password"]),
    });
    toast("success", typeof answer === "string" ? answer : answer.msg);
  };
  return (
    <Dialog title={t("ldap:testLogin")} size="small" modal onClose={onClose}>
      <DialogForm
        fields={fields}
        intro={<p className="hint">{t("ldap:savedHint")}</p>}
        confirmText={t("ldap:test")}
        onConfirm={test}
        onCancel={onClose}
      />
    </Dialog>
  );
}

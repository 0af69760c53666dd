import { useMemo } from "react";
import { toast } from "../../../kit/feedback.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { SingleForm } from "../../../kit/form/single-form.tsx";
import { NewPasswordInput } from "./masked-inputs.tsx";
import { PROFILE_URL } from "./own-profile.ts";
import { useProfileTexts } from "./profile-texts.ts";

const SENT_ENCRYPTED = ["new_secret_key", "new_secret_key_again"];

/** The password that files the person exports are encrypted with. */
export function FilePasswordForm() {
  const { t } = useProfileTexts();
  const overrides = useMemo<FieldOverrides>(
    () => ({
      has_secret_key: { readOnly: true, label: t("personal:file.isSet"), help: t("personal:file.help") },
      new_secret_key: { required: true, input: NewPasswordInput },
      new_secret_key_again: {
        required: true,
        input: NewPasswordInput,
        problem: (value, { new_secret_key }) =>
          value === new_secret_key ? undefined : t("personal:password.different"),
      },
    }),
    [t],
  );
  const groups = useMemo(
    () => [{ title: t("personal:tab.SecretKeyUpdate"), fields: ["has_secret_key", ...SENT_ENCRYPTED] }],
    [t],
  );
  return (
    <SingleForm
      url={`${PROFILE_URL}secret-key/`}
      groups={groups}
      overrides={overrides}
      encryptedFields={SENT_ENCRYPTED}
      onSaved={() => toast("success", t("personal:file.saved"))}
    />
  );
}

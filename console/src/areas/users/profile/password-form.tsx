import { useMemo } from "react";
import { useNavigate } from "react-router";
import { toast } from "../../../kit/feedback.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { SingleForm } from "../../../kit/form/single-form.tsx";
import { Notice } from "../../../kit/list/list-states.tsx";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { refreshSession } from "../../../kit/session-refresh.ts";
import { passwordRules } from "../../../kit/widgets/password-rules.ts";
import { NewPasswordInput, OwnPasswordInput, PresentPasswordInput } from "./masked-inputs.tsx";
import { isLocal, PROFILE_URL } from "./own-profile.ts";
import { useProfileTexts } from "./profile-texts.ts";

const FIELDS = ["old_password", "new_password", "new_password_again"];

/** Changes the password. This session continues, the server ends all others. */
export function PasswordForm() {
  const { t } = useProfileTexts();
  const { profile, settings } = useSession();
  const navigate = useNavigate();
  const admin = profile.is_org_admin === true;
  const policy = settings.PASSWORD_RULE;
  const overrides = useMemo<FieldOverrides>(
    () => ({
      old_password: { required: true, input: PresentPasswordInput },
      new_password: {
        required: true,
        input: OwnPasswordInput,
        problem: (value) =>
          typeof value !== "string" || passwordRules(value, policy, admin).every(({ kept }) => kept)
            ? undefined
            : t("form:password.problem"),
      },
      new_password_again: {
        required: true,
        input: NewPasswordInput,
        problem: (value, { new_password }) =>
          value === new_password ? undefined : t("personal:password.different"),
      },
    }),
    [t, policy, admin],
  );
  const groups = useMemo(() => [{ title: t("personal:tab.PasswordUpdate"), fields: FIELDS }], [t]);
  if (!isLocal(profile)) {
    return (
      <Notice
        title={t("personal:password.elsewhere", { source: valueText(profile.source) })}
        body={t("personal:password.elsewhereBody")}
      />
    );
  }
  return (
    <SingleForm
      url={`${PROFILE_URL}password/`}
      groups={groups}
      overrides={overrides}
      encryptedFields={FIELDS}
      saveText={t("personal:password.change")}
      onSaved={async () => {
        toast("success", t("personal:password.changed"));
        await refreshSession();
        void navigate("/");
      }}
    />
  );
}

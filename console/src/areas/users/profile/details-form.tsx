import { useMemo } from "react";
import { toast } from "../../../kit/feedback.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { SingleForm } from "../../../kit/form/single-form.tsx";
import { refreshSession } from "../../../kit/session-refresh.ts";
import { PROFILE_URL } from "./own-profile.ts";
import { useProfileTexts } from "./profile-texts.ts";

/** What only an administrator changes: shown, not entered. */
export const ACCOUNT_OVERRIDES: FieldOverrides = {
  username: { readOnly: true },
  name: { readOnly: true },
  email: { readOnly: true },
};

/** How the person is called and reached. */
export function DetailsForm() {
  const { t } = useProfileTexts();
  const groups = useMemo(
    () => [
      { title: t("personal:group.account"), fields: ["username", "name", "email"] },
      { title: t("personal:group.other"), fields: ["phone", "wechat"] },
    ],
    [t],
  );
  return (
    <SingleForm
      url={PROFILE_URL}
      updateMethod="PATCH"
      groups={groups}
      overrides={ACCOUNT_OVERRIDES}
      onSaved={async () => {
        toast("success", t("personal:saved"));
        await refreshSession();
      }}
    />
  );
}

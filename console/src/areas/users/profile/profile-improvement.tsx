import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { toast } from "../../../kit/feedback.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { SingleForm } from "../../../kit/form/single-form.tsx";
import { Page } from "../../../kit/page.tsx";
import { redirectedFrom } from "../../../kit/redirect-state.ts";
import { useSession } from "../../../kit/session.ts";
import { refreshSession } from "../../../kit/session-refresh.ts";
import { terminalAfterTerms } from "../../../kit/terms-address.ts";
import { ACCOUNT_OVERRIDES } from "./details-form.tsx";
import { DEMANDED_MFA, isLocal, mayUseKeys, PROFILE_URL } from "./own-profile.ts";
import { useProfileTexts } from "./profile-texts.ts";
import { usePublicKeyOverride } from "./public-key-override.ts";
import { TermsInput } from "./terms-input.tsx";

/** The first sign-in is over with this; a demanded MFA is nothing to send. */
export function finishFirstSignIn(body: Record<string, unknown>): Record<string, unknown> {
  const { mfa_level, ...sent } = body;
  const level = mfa_level === undefined || Number(mfa_level) === DEMANDED_MFA ? {} : { mfa_level };
  return { ...sent, ...level, is_first_login: false };
}

/** What somebody completes after their first sign-in; then they come to where they were going. */
export default function ProfileImprovement() {
  const { t } = useProfileTexts();
  const { profile } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const publicKey = usePublicKeyOverride();
  const isForced = profile.mfa_force_enabled === true;
  const hasKey = isLocal(profile) && mayUseKeys(profile);
  const overrides = useMemo<FieldOverrides>(
    () => ({
      ...ACCOUNT_OVERRIDES,
      mfa_level: {
        label: t("personal:mfa.title"),
        help: t("personal:mfa.afterwards"),
        hidden: () => isForced,
        choices: [
          { value: 0, label: t("personal:mfa.off") },
          { value: 1, label: t("personal:mfa.on") },
        ],
      },
      public_key: { ...publicKey, hidden: () => !hasKey },
      terms: {
        label: t("personal:terms.label"),
        metadata: { type: "boolean", default: false },
        required: true,
        input: TermsInput,
        problem: (value) => (value === true ? undefined : t("personal:terms.required")),
        toWire: () => undefined,
      },
    }),
    [t, publicKey, isForced, hasKey],
  );
  const groups = useMemo(
    () => [
      { title: t("personal:group.account"), fields: ["username", "name", "email"] },
      { title: t("personal:group.authentication"), fields: ["mfa_level", "public_key"] },
      { title: t("personal:group.other"), fields: ["phone", "wechat"] },
      { title: t("personal:group.terms"), fields: ["terms"] },
    ],
    [t],
  );
  return (
    <Page title={t("routes:profileImprovement")} help={t("personal:welcome")}>
      <SingleForm
        url={PROFILE_URL}
        updateMethod="PATCH"
        groups={groups}
        overrides={overrides}
        prepare={finishFirstSignIn}
        saveText={t("personal:goOn")}
        onSaved={async () => {
          await refreshSession();
          toast("success", t("personal:saved"));
          const terminal = terminalAfterTerms(location.search);
          if (terminal !== undefined) window.location.assign(terminal);
          else void navigate(redirectedFrom(location.state) ?? "/profile/info", { replace: true });
        }}
      />
    </Page>
  );
}

import { useQuery } from "@tanstack/react-query";
import { api } from "../../../kit/api/client.ts";
import { confirmed } from "../../../kit/confirm/confirmation.ts";
import { DetailCard } from "../../../kit/detail/detail-card.tsx";
import { QuickActions } from "../../../kit/detail/quick-actions.tsx";
import { toast } from "../../../kit/feedback.ts";
import { useSession } from "../../../kit/session.ts";
import { refreshSession } from "../../../kit/session-refresh.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { factorsQuery, PasskeysCard, RecoveryCodesCard } from "../../factors/index.ts";
import { PROFILE_URL } from "./own-profile.ts";
import { useProfileTexts } from "./profile-texts.ts";

const SET_UP = "/core/auth/profile/otp/enable/start/";
const TAKE_OFF = "/core/auth/profile/otp/disable/";

/** What is off is a choice, not a fault: only what is on is marked. */
function stateText(isOn: boolean, text: string) {
  return isOn ? <StatusMark good text={text} /> : text;
}

/** The second factor: whether it is asked for, whether there is one, and the ways to change either. */
export function MfaCard() {
  const { t } = useProfileTexts();
  const { profile } = useSession();
  const isBound = profile.is_otp_secret_key_bound === true;
  const isForced = profile.mfa_force_enabled === true;
  const isOn = isForced || profile.mfa_enabled === true;
  const level = isForced ? "forced" : isOn ? "on" : "off";
  // A server without this extension has authenticator apps alone.
  const { data: factors } = useQuery(factorsQuery);
  const hasFactor = factors?.factors.some((factor) => factor.is_active) === true;
  const setLevel = async (on: boolean) => {
    // Turning it off asks for a proof of who it is.
    const isSaved = await confirmed(async () => {
      await api(PROFILE_URL, { method: "PATCH", body: { mfa_level: on ? 1 : 0 } });
      return true;
    });
    if (isSaved !== true) return;
    await refreshSession();
    toast("success", t(on ? "personal:mfa.turnedOn" : "personal:mfa.turnedOff"));
  };
  return (
    <div className="detail-columns">
      <div className="detail-stack">
        <DetailCard
          title={t("personal:mfa.title")}
          items={[
            {
              key: "level",
              label: t("personal:mfa.level"),
              value: stateText(isOn, t(`personal:mfa.${level}`)),
            },
            {
              key: "app",
              label: t("personal:mfa.app"),
              value: stateText(isBound, t(isBound ? "personal:mfa.bound" : "personal:mfa.unbound")),
            },
            { key: "use", label: t("personal:mfa.use"), value: t("personal:mfa.useBody") },
            { key: "next", label: t("personal:mfa.next"), value: t("personal:mfa.nextBody") },
          ]}
        />
        {factors == null ? null : <PasskeysCard origin={factors.passkey_origin} />}
      </div>
      <div className="detail-stack">
        <QuickActions
          actions={[
            {
              key: "level",
              title: t("personal:mfa.switch"),
              checked: isOn,
              disabled: isForced,
              run: setLevel,
            },
            {
              key: "app",
              title: t("personal:mfa.app"),
              button: t(isBound ? "personal:mfa.takeOff" : "personal:mfa.setUp"),
              danger: isBound,
              run: () => window.location.assign(isBound ? TAKE_OFF : SET_UP),
            },
          ]}
        />
        {hasFactor ? <RecoveryCodesCard left={factors?.recovery_codes ?? 0} /> : null}
      </div>
    </div>
  );
}

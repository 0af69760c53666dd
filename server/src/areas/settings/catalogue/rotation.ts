import { text } from "../rotation-texts.ts";
import { boolean, integer } from "../setting-kinds.ts";

/** Category `rotation`: how secrets of accounts are changed (docs/contract/account-automations.md, "Rotation"). */
export const rotationSettings = {
  CHANGE_AUTH_PLAN_SECURE_MODE_ENABLED: boolean(true, { label: text.secureMode, help: text.secureModeHelp }),
  ACCOUNT_ROTATION_POSTPONED: boolean(true, { label: text.postponed, help: text.postponedHelp }),
  ACCOUNT_ROTATION_FAILED_PERCENT: integer(20, {
    label: text.failedPercent,
    help: text.failedPercentHelp,
    required: true,
    minimum: 1,
    maximum: 100,
  }),
};

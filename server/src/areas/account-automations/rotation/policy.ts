import type { Services } from "../../../engine/services.ts";

/** What the installation says of changing secrets: the settings of the category `rotation`. */
export interface RotationPolicy {
  /** Privileged accounts, root, administrator and the account that signs in are left alone. */
  readonly isSecure: boolean;
  /** An account that is in use is changed when nobody is connected with it any more. */
  readonly isPostponed: boolean;
  /** The largest share of failed changes, in percent, with which a rotation goes on. */
  readonly mostFailedPercent: number;
}

/** Reads the policy an execution works by. */
export async function readRotationPolicy({ settings }: Pick<Services, "settings">): Promise<RotationPolicy> {
  return {
    isSecure: await settings.get<boolean>("CHANGE_AUTH_PLAN_SECURE_MODE_ENABLED"),
    isPostponed: await settings.get<boolean>("ACCOUNT_ROTATION_POSTPONED"),
    mostFailedPercent: await settings.get<number>("ACCOUNT_ROTATION_FAILED_PERCENT"),
  };
}

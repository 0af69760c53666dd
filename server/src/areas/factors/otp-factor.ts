import type { SecondFactor } from "./factor.ts";
import { takeOneTimeCode } from "./one-time-codes.ts";
import { factorText } from "./texts.ts";

/** Where an authenticator is bound, and taken off. */
export const otpPages = {
  setUp: "/core/auth/profile/otp/enable/start/",
  takeOff: "/core/auth/profile/otp/disable/",
} as const;

/** Codes of an authenticator app. */
export const otpFactor: SecondFactor = {
  name: "otp",
  label: factorText.otp,
  placeholder: factorText.otpPlaceholder,
  kind: "code",
  isReserve: false,
  isOffered: async () => true,
  isActive: ({ otp_secret_sealed: sealed }) => sealed !== null,
  verify: ({ services, owner, code }) => takeOneTimeCode(services, owner.id, code),
  pages: otpPages,
};

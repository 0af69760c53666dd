import { randomBytes } from "node:crypto";
import { log } from "../../../engine/log.ts";
import type { BackendFailure, BackendRefusal, SignInBackend } from "../../credentials/index.ts";
import { underOwnName, usernameKey } from "../own-name.ts";
import { arrive } from "../people/arrival.ts";
import { askRadius } from "./ask-radius.ts";
import type { MsChapRefusal } from "./ms-chap.ts";
import { readRadiusRules, toSourcePerson } from "./radius-arrival.ts";
import { demandAnswer } from "./radius-factor.ts";
import { RadiusFailure } from "./radius-failure.ts";
import { readRadiusSettings } from "./radius-settings.ts";
import { text } from "./texts.ts";

/**
 * The password a RADIUS server knows, of its users and of people nobody knows here yet. Names that are kept here are not
 * told to it: it is asked about one that nobody has, so that the clock tells nothing, and nobody's account there is locked.
 * Contract: docs/contract/identity.md, "RADIUS".
 */
export const radiusBackend: SignInBackend = {
  label: "RADIUS",
  kind: "password",
  sources: ["radius"],
  takesStrangers: true,
  isEnabled: ({ settings }) => settings.get<boolean>("AUTH_RADIUS"),
  async prove(services, password, user, claim) {
    const { username, remoteAddress } = claim;
    const isTheirs = (user === null || user.source === "radius") && password !== "";
    const question = isTheirs
      ? { username, password, remoteAddress }
      : { username: `-${randomBytes(9).toString("hex")}`, password: "-", remoteAddress };
    const ask = async () => {
      const verdict = await askRadius(await readRadiusSettings(services), question);
      if (!isTheirs) return null;
      if (verdict.kind === "reject") return judgeRejection(verdict.reason);
      if (verdict.kind === "challenge") {
        if (user === null) return { refused: "user_not_exist", message: text.strangerAsked } as const;
        return { user, demanded: demandAnswer(verdict) };
      }
      const person = toSourcePerson(user?.username ?? username, verdict.attributes);
      const rules = await readRadiusRules(services.db, services.settings);
      const arrival = await arrive(services, person, rules, remoteAddress);
      return arrival.user ?? { refused: arrival.refusal.code, message: arrival.refusal.message };
    };
    try {
      // A server may know a name in any capitals.
      return await underOwnName(services, claim, usernameKey(username), ask);
    } catch (error) {
      if (!(error instanceof RadiusFailure)) throw error;
      log.warn(
        { problem: error.problem, detail: error.detail },
        "the RADIUS server could not be asked for a sign-in",
      );
      return { unavailable: text.away };
    }
  },
};

/** What a server says once the password is right. */
const refusals = {
  passwordExpired: { refused: "password_expired", message: text.passwordExpired },
  restrictedHours: { refused: "backend_refused", message: text.restrictedHours },
  noDialIn: { refused: "backend_refused", message: text.noDialIn },
} as const satisfies Readonly<Record<Exclude<MsChapRefusal, "accountDisabled">, BackendRefusal>>;

/** Some servers say of a disabled or locked account that it is one before they look at the password. */
function judgeRejection(reason: MsChapRefusal | null): BackendRefusal | BackendFailure | null {
  if (reason === null) return null;
  return reason === "accountDisabled" ? { failed: "user_inactive" } : refusals[reason];
}

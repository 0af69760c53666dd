import { ApiError, NotFound, TermsNotAccepted } from "../../engine/errors.ts";
import { readAccessVersion } from "../../engine/http/index.ts";
import type { Language, Message } from "../../engine/i18n/index.ts";
import type { Services } from "../../engine/services.ts";
import type { ClientSignIn, SignInAttempt } from "../../transport/connections/index.ts";
import {
  createPendingSignIn,
  findSignInUser,
  limitSignIn,
  noPendingSignIn,
  type PendingSignIn,
  passwordSince,
  type Refusal,
} from "../credentials/index.ts";
import { activeFactors, factorOwner, findFactor } from "../factors/index.ts";
import { parsePublicKey, userCredentialsTable } from "../users/index.ts";
import { type Origin, recordFailure, recordSuccess } from "./complete.ts";
import { signInReviewer } from "./consent/sign-in-reviewer.ts";
import { takeFirstStep } from "./first-step.ts";
import { demandOf, proveAtSignIn } from "./second-factor/prove-at-sign-in.ts";
import type { TerminalServices } from "./sign-in-services.ts";
import { firstOpenStep, type StepState } from "./steps.ts";

/** Somebody who is in. */
export interface TerminalPerson {
  readonly userId: string;
  readonly name: string;
  readonly username: string;
  readonly language: Language;
}

/** What a sign-in through a terminal has come to. */
export type TerminalSignIn = ClientSignIn<TerminalPerson>;

/** Refusals that say nothing about whether the name exists or the password was right. */
const forEverybody: readonly Refusal["code"][] = ["block_login", "block_global_ip_login"];

/** Refusals of somebody who has proven who they are. */
const forTheProven: readonly Refusal["code"][] = [
  "user_inactive",
  "user_expired",
  "password_expired",
  "password_must_change",
  "backend_not_match",
  "backend_refused",
  "acl_not_allow",
];

/**
 * Signs somebody in through a terminal: the steps, locks and logs of every other access channel.
 * Contract: docs/contract/identity.md, "Signing in".
 */
export async function signInAtTerminal(
  services: TerminalServices,
  attempt: SignInAttempt,
): Promise<TerminalSignIn> {
  const { username, remoteAddress, client } = attempt;
  try {
    // A key costs nothing to look at and cannot be guessed: programs sign in with one as often as they like.
    if (attempt.proof.kind === "password") limitSignIn({ services, remoteAddress }, username);
  } catch (error) {
    if (error instanceof ApiError) return refused("en", error.detail, true);
    throw error;
  }
  const origin: Origin = { remoteAddress, userAgent: client, type: "T" };
  const step = await takeFirstStep(services, { ...attempt, ...origin });
  if (step.result === "refused") {
    const { code, message } = step.refusal;
    return refused("en", message, forEverybody.includes(code) || forTheProven.includes(code));
  }
  const { user } = step.proven;
  if (step.result === "must-change") {
    return refused(await languageOf(services, user.id), step.passwordExpiry.message, true);
  }
  return continueSignIn(services, createPendingSignIn(step.proven, { autoLogin: false, next: "" }), origin);
}

/** Whether a key is the one a user has stored. Proves nothing about whoever asks. */
export async function isStoredKey(
  services: Pick<Services, "db">,
  username: string,
  key: string,
): Promise<boolean> {
  const user = await findSignInUser(services, { username: username.replaceAll("\0", "") });
  const [shown, stored] = [parsePublicKey(key), parsePublicKey(user?.public_key ?? "")];
  return shown !== null && stored !== null && shown.blob.equals(stored.blob);
}

const refused = (language: Language, message: Message, told: boolean): TerminalSignIn => ({
  state: "refused",
  language,
  message,
  told,
});

async function languageOf({ db }: Pick<Services, "db">, userId: string): Promise<Language> {
  const row = await db
    .selectFrom(userCredentialsTable.as("users"))
    .select("language")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row?.language ?? "en";
}

/** Goes on to the next required step, or lets the person in after the last. */
async function continueSignIn(
  services: TerminalServices,
  pendingSignIn: PendingSignIn,
  origin: Origin,
): Promise<TerminalSignIn> {
  const language = await languageOf(services, pendingSignIn.userId);
  const user = await findSignInUser(services, { id: pendingSignIn.userId });
  const principal = await services.principals.load(pendingSignIn.userId, await readAccessVersion(services));
  if (user === null || principal === null || passwordSince(user) !== pendingSignIn.passwordSince) {
    return refused(language, noPendingSignIn, true);
  }
  const open = await firstOpenStep(services, pendingSignIn, origin, { user });
  if (open === null && principal.mustAcceptTerms) {
    const { code, detail } = new TermsNotAccepted();
    await recordFailure(services, user.username, origin, { code });
    return refused(language, detail, true);
  }
  if (open === null) {
    await recordSuccess(services, user, origin, pendingSignIn);
    const { id: userId, name, username } = principal;
    return { state: "in", person: { userId, name, username, language } };
  }
  if (open.state === "required" && open.data !== null)
    return continueWithStep(services, { pendingSignIn, origin, language }, open);
  await recordFailure(services, user.username, origin, open);
  return refused(language, open.message, true);
}

/** A pending sign-in with where it came from. */
interface TerminalContext {
  readonly pendingSignIn: PendingSignIn;
  readonly origin: Origin;
  readonly language: Language;
}

type RequiredStep = Extract<StepState, { readonly state: "required" }>;

async function continueWithStep(
  services: TerminalServices,
  context: TerminalContext,
  { review, message }: RequiredStep,
): Promise<TerminalSignIn> {
  const { pendingSignIn, origin, language } = context;
  if (review !== undefined) {
    const asked = { ...pendingSignIn, review: { id: review.id, at: review.dateCreated.getTime() } };
    return {
      state: "consent",
      language,
      message,
      assignees: review.assignees,
      look: () => continueSignIn(services, asked, origin),
      changed: async (signal) => {
        await signInReviewer(services)?.changed(services, review.id, signal);
      },
      cancel: async () => {
        await signInReviewer(services)?.close(services, review.id);
      },
    };
  }
  const owner = await factorOwner(services, pendingSignIn.userId);
  const { demanded } = pendingSignIn;
  const asked = demanded === undefined ? undefined : findFactor(services, demanded.factor);
  const active =
    asked === undefined
      ? (await activeFactors(services, owner)).filter(({ kind }) => kind === "code")
      : [asked];
  return {
    state: "factor",
    language,
    prompt: demanded?.prompt ?? "",
    choices: active.map(({ name, label }) => ({ name, label })),
    send: async (name) => {
      const factor = active.find((one) => one.name === name);
      if (factor === undefined) throw new NotFound();
      await factor.send?.(services, owner, {
        language,
        remoteAddress: origin.remoteAddress,
        isProven: true,
      });
    },
    prove: async (name, code) => {
      const { remoteAddress, userAgent, type } = origin;
      const { backend } = pendingSignIn;
      const outcome = await proveAtSignIn(
        { services },
        { owner, remoteAddress, name, code, ...demandOf(pendingSignIn) },
        { userAgent, type, backend },
      );
      if (outcome.factor === null) return refused(language, outcome.message, true);
      return continueSignIn(services, { ...pendingSignIn, mfa: outcome.factor.name }, origin);
    },
  };
}

import {
  beforeTerms,
  type CallerContext,
  type ConfirmLevel,
  confirmLevels,
  confirmStrength,
  rememberConfirmation,
} from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import {
  caller,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
} from "../../../engine/http/index.ts";
import { type Message, text as shared, translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import { choice, text as line, secret } from "../../../engine/resource/index.ts";
import type { SecondFactor } from "../factor.ts";
import { confirmLevelOf, factorOwner, isMfaEnabled } from "../factor-owner.ts";
import { longestAnswer } from "../passkeys/assertion.ts";
import { offeredFactors } from "../registry.ts";
import { factorText } from "../texts.ts";
import { proveOwnPassword, proveSecondFactor, proveSignIn } from "./prove.ts";

/** The contract's word for it, as JSON. */
const ok: RouteAnswer = { body: '"ok"', type: "application/json; charset=utf-8" };

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

function readLevel(value: unknown): ConfirmLevel {
  const level = confirmLevels.find((one) => one === value);
  if (level !== undefined) return level;
  const given = asText(value);
  throw new ValidationError({
    confirm_type: [given === "" ? shared.required : withParameters(shared.invalidChoice, { value: given })],
  });
}

const refused = (context: CallerContext, message: Message, status = 400): RouteAnswer => ({
  status,
  body: { error: translate(message, context.language) },
});

/** How the caller can confirm at `level` or above: the strongest way they have. */
async function waysToConfirm(context: CallerContext, level: ConfirmLevel): Promise<RouteAnswer> {
  const { services, principal, query } = context;
  const owner = await factorOwner(services, principal.id);
  // Clients of the contract ask for typed codes; ours says that it can talk to an authenticator.
  const isShown = ({ kind, isReserve, isActive }: SecondFactor): boolean =>
    (kind === "code" || query.get("passkey") === "1") && (!isReserve || isActive(owner));
  const offered = (await offeredFactors(services)).filter(isShown);
  if ((await isMfaEnabled(services, owner)) && offered.some((factor) => factor.isActive(owner))) {
    const content: Json = offered.map((factor) => ({
      name: factor.name,
      disabled: !factor.isActive(owner),
      display_name: translate(factor.label, context.language),
      placeholder: translate(factor.placeholder, context.language),
    }));
    return { body: { confirm_type: "mfa", content } };
  }
  const other = confirmLevelOf(owner);
  if (confirmStrength(other) >= confirmStrength(level)) return { body: { confirm_type: other, content: "" } };
  return refused(context, factorText.secondFactorNeeded, 404);
}

async function confirm(context: CallerContext, { body, cookies }: RouteRequest): Promise<RouteAnswer> {
  const given = isObject(body) ? body : {};
  const level = readLevel(given.confirm_type);
  const secretKey = asText(given.secret_key).slice(0, longestAnswer + 1);
  const prove: Readonly<Record<ConfirmLevel, () => Promise<Message | null> | Message | null>> = {
    relogin: () => proveSignIn(context),
    password: () => proveOwnPassword(context, secretKey.slice(0, 4096)),
    mfa: () => proveSecondFactor(context, asText(given.mfa_type), secretKey, cookies),
  };
  const refusal = await prove[level]();
  if (refusal !== null) return refused(context, refusal);
  await rememberConfirmation(context, level);
  return ok;
}

const fields = {
  confirm_type: choice({
    label: factorText.confirmType,
    required: true,
    choices: confirmLevels.map((value) => ({ value, label: levelLabel(value) })),
  }),
  mfa_type: line({ label: factorText.mfaType }),
  secret_key: secret({ label: factorText.secretKey }),
};

function levelLabel(level: ConfirmLevel): Message {
  return { relogin: factorText.levelRelogin, password: factorText.levelPassword, mfa: factorText.levelMfa }[
    level
  ];
}

/** Confirming who one is, before something that asks for it. Contract: docs/contract/identity.md, "Confirmation". */
export const confirmRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET", "POST"],
    path: "/api/v1/authentication/confirm/",
    access: beforeTerms("proves who the caller is, by what only they know"),
    title: "User Confirmation Api",
    // A wrong code is counted although the answer is an error.
    transaction: false,
    bodyLimit: 32_768,
    fields: { GET: fields, POST: fields },
    handle: async (context, request) => {
      const known = caller(context);
      if (request.method === "POST") return confirm(known, request);
      return waysToConfirm(known, readLevel(context.query.get("confirm_type") || "password"));
    },
  },
  {
    methods: ["GET"],
    path: "/api/v1/authentication/confirm-oauth/",
    access: beforeTerms("answers whether the caller has confirmed, and nothing else"),
    confirm: "relogin",
    title: "Confirm User O Auth",
    handle: async () => ok,
  },
];

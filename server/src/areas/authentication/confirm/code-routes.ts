import type { CallerContext } from "../../../engine/access/context.ts";
import { signedIn } from "../../../engine/access/rules.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/routes.ts";
import { translate } from "../../../engine/i18n/messages.ts";
import { isObject } from "../../../engine/json.ts";
import { secret } from "../../../engine/resource/field-kinds/secret.ts";
import { text as line } from "../../../engine/resource/field-kinds/text.ts";
import { parseBody } from "../../../engine/resource/stages/parse-body.ts";
import { takeSignIn } from "../sign-in-limits.ts";
import { text } from "../texts.ts";
import { proveOwnPassword } from "./prove.ts";
import { factorOwner, offeredFactors } from "./second-factors.ts";

/** Sends a code to the caller, where the factor is one whose codes are sent and this installation can send them. */
async function sendCode(context: CallerContext, body: unknown): Promise<RouteAnswer> {
  const { services, principal, language } = context;
  takeSignIn(context, principal.username);
  const name = isObject(body) ? body.type : undefined;
  const owner = await factorOwner(context);
  const factor = (await offeredFactors(services)).find((one) => one.name === name && one.isActive(owner));
  if (factor?.send === undefined) {
    const unsent = name === "sms" ? text.smsNotConfigured : text.codeNotSent;
    return { status: 400, body: { error: translate(unsent, language) } };
  }
  await factor.send(services, owner);
  return { status: 201 };
}

const sendFields = { type: line({ label: text.mfaType, required: true }) };
const passwordFields = { password: secret({ label: text.password, required: true }) };

/** Asking for a code, and the check of a password. Contract: docs/contract/identity.md, "Confirmation". */
export const codeRoutes: readonly RouteDeclaration[] = [
  ...["select", "send-code"].map(
    (name): RouteDeclaration => ({
      methods: ["POST"],
      path: `/api/v1/authentication/mfa/${name}/`,
      access: signedIn("a code goes to the caller's own device"),
      title: "MFA Send Code Api",
      transaction: false,
      bodyLimit: 16_384,
      fields: { POST: sendFields },
      handle: (context, { body }) => sendCode(caller(context), body),
    }),
  ),
  {
    methods: ["POST"],
    path: "/api/v1/authentication/password/verify/",
    access: signedIn("only the caller's own password"),
    title: "User Password Verify Api",
    // A wrong password is counted although the answer is an error.
    transaction: false,
    bodyLimit: 16_384,
    fields: { POST: passwordFields },
    handle: async (context, { body }) => {
      const known = caller(context);
      const { password } = await parseBody(known, passwordFields, body);
      const refusal = await proveOwnPassword(known, String(password));
      if (refusal !== null) throw new BadRequest("passwd_invalid", refusal);
      return { body: {} };
    },
  },
];

import { beforeTerms } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { parseBody, secret } from "../../../engine/resource/index.ts";
import { factorText } from "../texts.ts";
import { proveOwnPassword } from "./prove.ts";

const passwordFields = { password: secret({ label: factorText.password, required: true }) };

/** The check of a password. Contract: docs/contract/identity.md, "Confirmation". */
export const passwordRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["POST"],
    path: "/api/v1/authentication/password/verify/",
    access: beforeTerms("only the caller's own password"),
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

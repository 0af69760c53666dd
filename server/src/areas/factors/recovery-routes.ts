import { beforeTerms } from "../../engine/access/index.ts";
import { BadRequest } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { translate } from "../../engine/i18n/index.ts";
import { computed } from "../../engine/resource/index.ts";
import { factorOwner, isMfaEnabled, isMfaForced } from "./factor-owner.ts";
import { requireStrongest } from "./passkeys/registration.ts";
import { relyingParty } from "./passkeys/relying-party.ts";
import { recordFactorChange } from "./person.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import { hasFactor, offeredFactors } from "./registry.ts";
import { factorText } from "./texts.ts";

const fields = {
  GET: { factors: computed({ label: factorText.factors, type: "list", present: () => null }) },
};
const codeFields = {
  POST: { codes: computed({ label: factorText.codes, type: "list", present: () => null }) },
};

/** What the caller proves themselves by, and recovery codes; extensions. Contract: docs/contract/identity.md, "Passkeys". */
export const recoveryRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/factors/",
    access: beforeTerms("only the caller's own factors"),
    title: "Second Factors",
    fields,
    handle: async (context) => {
      const { principal, services, language } = caller(context);
      const owner = await factorOwner(services, principal.id);
      const offered = await offeredFactors(services);
      const site = await relyingParty(services);
      return {
        body: {
          is_enabled: await isMfaEnabled(services, owner),
          is_forced: await isMfaForced(services, owner),
          factors: offered
            .filter(({ isReserve }) => !isReserve)
            .map(({ name, label, isActive }) => ({
              name,
              display_name: translate(label, language),
              is_active: isActive(owner),
            })),
          recovery_codes: owner.recovery_codes,
          // Where a browser has to be for passkeys; null where this installation cannot have any.
          passkey_origin: site?.origin ?? null,
        },
      };
    },
  },
  {
    methods: ["POST"],
    path: "/api/v1/sallyport/recovery-codes/",
    access: beforeTerms("makes the caller's own codes, after they confirmed who they are"),
    title: "Recovery Codes",
    fields: codeFields,
    handle: async (context) => {
      const known = caller(context);
      const { principal, services, db } = known;
      await requireStrongest(known);
      if (!(await hasFactor(services, await factorOwner(services, principal.id)))) {
        throw new BadRequest("error", factorText.codesNeedFactor);
      }
      const codes = await makeRecoveryCodes(services, db, principal.id);
      await recordFactorChange(known, "codes-made");
      return { status: 201, body: { codes } };
    },
  },
];

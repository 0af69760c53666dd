import { anonymous } from "../../../engine/access/rules.ts";
import { recordOperation } from "../../../engine/audit/operate-log.ts";
import type { RouteAnswer, RouteDeclaration } from "../../../engine/http/routes.ts";
import { sameText } from "../../../engine/secrets/same-text.ts";
import { readAppearance } from "../../settings/index.ts";
import { asText, fieldsOf } from "../page-forms.ts";
import { loginPath } from "../paths.ts";
import { text } from "../texts.ts";
import { isMfaEnabled, isMfaForced } from "./factor-owner.ts";
import { renderManagePage } from "./pages/manage-page.ts";
import { type FactorPerson, personAt } from "./person.ts";
import { offeredFactors } from "./registry.ts";
import { factorText } from "./texts.ts";

/** Where somebody manages their second factors. */
const managePath = "/core/auth/profile/mfa/";

async function show({ context, owner, session }: FactorPerson): Promise<RouteAnswer> {
  const { services, language } = context;
  const body = renderManagePage({
    language,
    look: await readAppearance(services.settings),
    csrfToken: session.csrfToken,
    owner,
    factors: await offeredFactors(services),
    isEnabled: await isMfaEnabled(services, owner),
    isForced: await isMfaForced(services, owner),
  });
  return { body };
}

/** Turns second factors on or off, where the person may choose. */
async function turn({ context, owner }: FactorPerson, level: 0 | 1): Promise<void> {
  const { services } = context;
  if (owner.mfa_level === level || (await isMfaForced(services, owner))) return;
  await services.db.transaction().execute(async (db) => {
    await db.updateTable("users").set({ mfa_level: level }).where("id", "=", owner.id).execute();
    const { en, zh, ja } = factorText.factors;
    const says = (value: number): string => (value === 0 ? factorText.turnOff.en : factorText.turnOn.en);
    const changes = [
      { field: "mfa_level", label: { en, zh, ja }, before: says(owner.mfa_level), after: says(level) },
    ];
    const { id, name } = owner;
    await recordOperation({ ...context, db }, { action: "update", type: text.userField, id, name, changes });
  });
}

/** A person's second factors. Contract: docs/contract/identity.md, "Second factors". */
export const manageRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path: managePath,
  access: anonymous("sends whoever is not signed in to the sign-in page"),
  // The form carries the session's token itself.
  csrf: false,
  transaction: false,
  bodyLimit: 16_384,
  handle: async (context, request) => {
    const person = await personAt(context);
    if (person === null || person.pending !== null) {
      return { location: `${loginPath}?next=${encodeURIComponent(managePath)}` };
    }
    if (request.method !== "POST") return show(person);
    const fields = fieldsOf(request);
    const isOurs = sameText(asText(fields.csrfmiddlewaretoken), person.session.csrfToken);
    if (isOurs) await turn(person, asText(fields.mfa_level) === "1" ? 1 : 0);
    return { location: managePath };
  },
};

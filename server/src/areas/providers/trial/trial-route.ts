import { permission } from "../../../engine/access/index.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { choice, computed, json, text as line, list, parseBody } from "../../../engine/resource/index.ts";
import { sourceChoices } from "../../users/index.ts";
import { planArrival } from "../people/plan-arrival.ts";
import { presentPlan } from "../people/present-plan.ts";
import { text as labels } from "../people/texts.ts";
import { asBadRequest, ProviderError } from "../provider-error.ts";
import { text } from "../texts.ts";
import type { TrialInput, TrialServices, TrialSource } from "./trial-source.ts";

const answered = { readOnly: true } as const;

/**
 * Tells what a sign-in of a person would do who is described here: which user, what changes, which roles and groups.
 * Nobody is changed. Contract: docs/contract/identity.md, "People of other systems".
 */
export function trialRoute(sources: readonly TrialSource[]): RouteDeclaration {
  const fields = {
    source: choice({
      label: labels.source,
      required: true,
      choices: sourceChoices.filter(({ value }) => sources.some(({ source }) => source === value)),
    }),
    claims: json({ label: text.attributes, object: true, default: {} }),
    username: line({ label: labels.username, maxLength: 1024, default: "" }),
    action: line({ label: text.outcome, ...answered }),
    user: computed({ label: labels.user, present: () => null }),
    refusal: line({ label: text.refusal, ...answered }),
    changes: computed({ label: text.changes, present: () => null }),
    gains: list({ label: text.gains, child: line({ label: text.gains }), ...answered }),
    losses: list({ label: text.losses, child: line({ label: text.losses }), ...answered }),
    attributes: computed({ label: text.attributes, present: () => null }),
  };
  async function read(services: TrialServices, name: unknown, input: TrialInput) {
    const source = sources.find((one) => one.source === name);
    if (source === undefined) throw new Error("a choice that is none");
    return source.read(services, input);
  }
  return {
    methods: ["POST"],
    path: "/api/v1/sallyport/source-trials/",
    // It tells of users what those read who may see them, and of a source what those read who set it up.
    access: permission("settings.change_auth", "users.view_user"),
    title: "Source Trial Api",
    // It may wait for somebody else's server.
    transaction: false,
    bodyLimit: 262_144,
    fields: { POST: fields },
    handle: async (context, { body }) => {
      const { services, language } = caller(context);
      const given = await parseBody(caller(context), fields, body);
      try {
        const { person, rules } = await read(services, given.source, {
          claims: (given.claims ?? {}) as TrialInput["claims"],
          username: String(given.username ?? "").trim(),
        });
        const plan = await planArrival(services.db, person, rules);
        const { refusal, ...shown } = await presentPlan(services.db, person, plan, language);
        return {
          body: {
            ...(shown as unknown as Readonly<Record<string, Json>>),
            refusal: refusal === null ? null : translate(refusal, language),
          },
        };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        throw asBadRequest(error, language);
      }
    },
  };
}

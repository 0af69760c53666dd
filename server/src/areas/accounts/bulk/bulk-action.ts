import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import {
  text as engineText,
  literal,
  type Message,
  translate,
  withParameters,
} from "../../../engine/i18n/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import {
  type ActionAnswer,
  type Field,
  inOrganization,
  text as line,
  parseBody,
  type ResourceAction,
  relations,
} from "../../../engine/resource/index.ts";
import { assetsTable } from "../../assets/index.ts";
import { accountFields } from "../account-fields.ts";
import { checkPushNow, queuePush } from "../push/push-now.ts";
import { checkSecret } from "../secrets.ts";
import { fromTemplate } from "../templates.ts";
import { text } from "../texts.ts";
import { createOnAssets } from "./create-on-assets.ts";
import { type AccountDraft, type AssetPlan, type ExistPolicy, planOnAssets } from "./plan.ts";

/** Most assets one call may name. */
const mostAssets = 25_000;

/** What the accounts have in common, in the order of the metadata. */
const fieldNames = [
  "name",
  "username",
  "secret_type",
  "secret",
  "passphrase",
  "comment",
  "template",
  "on_invalid",
  "privileged",
  "is_active",
  "push_now",
];

function bulkFields(): Record<string, Field> {
  const ofAccount = accountFields();
  return {
    ...Object.fromEntries(
      fieldNames.flatMap((name) => Object.entries(ofAccount).filter(([own]) => own === name)),
    ),
    su_from_username: line({ label: text.suFromUsername, nullable: true, blank: true, maxLength: 128 }),
    assets: relations({
      label: text.assets,
      required: true,
      target: { table: assetsTable.name, key: "uuid", where: inOrganization },
      // Nothing is linked: each asset gets an account of its own.
      link: { table: "accounts", own: "id", other: "asset_id" },
    }),
  };
}

/** `POST accounts/bulk/`: one account on many assets. Contract: docs/contract/accounts.md, "One account on many assets". */
export function bulkAction(): ResourceAction {
  const fields = bulkFields();
  return {
    name: "bulk",
    on: "collection",
    methods: ["POST"],
    access: permission("accounts.add_account"),
    title: "Assets Account Bulk",
    fields: { POST: fields },
    handle: (context, { body }) => createInBulk(context, fields, body),
  };
}

async function createInBulk(
  context: CallerContext,
  fields: Readonly<Record<string, Field>>,
  body: unknown,
): Promise<ActionAnswer> {
  if (context.organization.isRoot) throw new BadRequest("error", engineText.rootOrganizationWrite);
  const input: Record<string, unknown> = isObject(body) ? { ...body } : {};
  if (Array.isArray(input.assets) && input.assets.length > mostAssets) {
    throw new ValidationError({ assets: [withParameters(text.tooManyAssets, { most: mostAssets })] });
  }
  const { template, ...own } = input;
  const values = await parseBody(context, fields, { ...own, ...(await fromTemplate(context, template)) });
  checkPushNow(context, values);
  const assets = values.assets as readonly string[];
  if (assets.length === 0) throw new ValidationError({ assets: [engineText.required] });
  const draft = draftOf(
    values,
    template,
    (name) => templateIdOf(template) !== "" || Object.hasOwn(own, name),
  );
  const policy = (values.on_invalid ?? "error") as ExistPolicy;
  const plans = await planOnAssets(context, draft, assets, policy);
  const failures = plans.filter(isFailure);
  if (policy === "error" && failures.length > 0) throw new ValidationError(failures.map(refusal(draft)));
  const suFrom = given(values.su_from_username);
  await createOnAssets(context, draft, plans, suFrom === "" ? null : { username: suFrom });
  const accounts = plans.flatMap((plan) => ("accountId" in plan ? [plan.accountId] : []));
  // Contract: the parameters of the platforms hold, and what was left as it was is pushed too.
  if (values.push_now === true && accounts.length > 0) await queuePush(context, accounts, {});
  return { body: present(context, draft, plans) };
}

const given = (value: unknown): string => (typeof value === "string" ? value : "");

/** Id of the template a request names; empty: none. */
const templateIdOf = (template: unknown): string =>
  (isObject(template) ? given(template.id ?? template.pk) : given(template)).toLowerCase();

function draftOf(
  values: Readonly<Record<string, unknown>>,
  template: unknown,
  isSaid: (name: string) => boolean,
): AccountDraft {
  const username = given(values.username);
  const secretType = given(values.secret_type);
  const secret = given(values.secret);
  const sourceId = templateIdOf(template);
  return {
    name: given(values.name) || username || "null",
    username,
    secretType,
    secret: secret === "" ? null : checkSecret(secretType, secret, given(values.passphrase)),
    privileged: isSaid("privileged") ? values.privileged === true : null,
    isActive: isSaid("is_active") ? values.is_active !== false : null,
    comment: isSaid("comment") ? given(values.comment) : null,
    source: sourceId === "" ? "local" : "template",
    sourceId: sourceId === "" ? null : sourceId,
  };
}

type Failure = Extract<AssetPlan, { readonly state: "unsupported" | "exists" }>;

const isFailure = (plan: AssetPlan): plan is Failure =>
  plan.state === "unsupported" || plan.state === "exists";

function reasonOf({ state }: Failure, { secretType }: AccountDraft): Message {
  return state === "exists"
    ? text.alreadyExists
    : withParameters(text.secretTypeNotSupported, { type: secretType });
}

const refusal = (draft: AccountDraft) => (failure: Failure) => ({
  asset: literal(failure.asset),
  state: literal("error"),
  error: reasonOf(failure, draft),
});

/** Errors first, then what was left alone, changed and made. */
const order: Readonly<Record<AssetPlan["state"], number>> = {
  unsupported: 0,
  exists: 0,
  kept: 1,
  updated: 2,
  created: 3,
};

function present({ language }: CallerContext, draft: AccountDraft, plans: readonly AssetPlan[]): Json {
  return [...plans]
    .sort((one, other) => order[one.state] - order[other.state])
    .map((plan): Json => {
      const { asset } = plan;
      if (isFailure(plan))
        return { asset, state: "error", error: translate(reasonOf(plan, draft), language) };
      if (plan.state === "kept") return { asset, state: "skipped", changed: false };
      return { asset, state: plan.state, changed: true };
    });
}

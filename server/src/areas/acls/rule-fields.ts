import { type RawBuilder, sql } from "kysely";
import type { CallerContext, RequestContext } from "../../engine/access/index.ts";
import { attributeFilter } from "../../engine/attribute-filter/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { text as common, translate, unlabelled, withParameters } from "../../engine/i18n/index.ts";
import {
  boolean,
  exact,
  integer,
  labeledChoice,
  list,
  relations,
  stamps,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { assetFilterSubject } from "../assets/index.ts";
import { userFilterSubject, userRoles } from "../roles/index.ts";
import { usersTable } from "../users/index.ts";
import { assetsOf, fitting, usersOf } from "./fitting-rules.ts";
import { isReviewOffered } from "./review-offered.ts";
import { highestFirst } from "./rule-order.ts";
import { ruleText } from "./rule-texts.ts";

/** What a rule does where it fits. */
export type RuleAction = "reject" | "accept" | "review" | "warning";

const needReviewers: readonly string[] = ["review", "warning"] satisfies RuleAction[];

/** One kind of rule, by what sets it apart from the others. */
export interface RuleKind<Action extends RuleAction> {
  /** Its table. */
  readonly table: string;
  /** Links from rules (`rule_id`) to the people (`user_id`) who decide or are told. */
  readonly reviewerTable: string;
  /** What its rules can do, in the order in which people choose. */
  readonly actions: readonly Action[];
}

const priority = integer({
  label: ruleText.priority,
  help: ruleText.priorityHelp,
  default: 50,
  minimum: 1,
  maximum: 100,
});

/** The fields every kind of rule begins with. Contract: docs/contract/acls.md, "What rules have in common". */
export function ruleFields<Action extends RuleAction>({ reviewerTable, actions }: RuleKind<Action>) {
  const choices = actions.map((value) => ({ value, label: ruleText[value] }));
  const action = labeledChoice({ label: ruleText.action, default: "reject", choices });
  return {
    id: uuid({ label: common.id }),
    name: textField({ label: common.name, required: true, maxLength: 128 }),
    priority: {
      ...priority,
      // Which end comes first is a setting, and whoever chooses a number should not have to look it up.
      describeFor: async (context: RequestContext) => {
        const help = (await highestFirst(context.services))
          ? ruleText.priorityHighestFirst
          : ruleText.priorityLowestFirst;
        return { ...priority.describe?.(context), help_text: translate(help, context.language) };
      },
    },
    action: {
      ...action,
      // What nobody could decide about is not offered; a rule that says so already stays readable.
      describeFor: async (context: RequestContext) => {
        const offered = (await isReviewOffered(context.services))
          ? choices
          : choices.filter(({ value }) => value !== "review");
        return {
          choices: offered.map(({ value, label }) => ({ value, label: translate(label, context.language) })),
        };
      },
    },
    comment: textField({ label: common.comment }),
    ...stamps("created_by"),
    reviewers: relations({
      label: ruleText.reviewers,
      target: {
        table: usersTable.name,
        key: "uuid",
        names: ["r.username", "r.name"],
        where: () => sql<boolean>`not r.is_service_account`,
      },
      link: { table: reviewerTable, own: "rule_id", other: "user_id" },
    }),
    users: attributeFilter({ label: ruleText.users, subject: userFilterSubject, required: true }),
  };
}

/** The fields every kind of rule ends with. */
export const ruleTail = {
  is_active: boolean({ label: common.isActive, default: true }),
  ...stamps("date_created", "date_updated"),
};

/** What rules about assets name beside the people. */
export const assetRuleFields = {
  assets: attributeFilter({ label: ruleText.assets, subject: assetFilterSubject, required: true }),
  accounts: list({
    label: ruleText.accounts,
    required: true,
    maxItems: 1_000,
    // In the metadata an item is of no particular kind.
    child: {
      ...textField({ label: unlabelled, required: true, maxLength: 128 }),
      type: "field",
      describe: () => ({}),
    },
  }),
};

/** Stamps that are written and shown nowhere. */
export const ruleStamps = ["updated_by"] as const;

/** How lists of a kind of rules are narrowed: by name, and to the rules that fit a person. */
export const ruleFilters = ({ table }: Pick<RuleKind<RuleAction>, "table">) => ({
  name: exact("t.name"),
  users: fitting(table, usersOf),
});

/** How lists of rules about assets are narrowed besides: to the rules that fit an asset. */
export const assetRuleFilters = ({ table }: Pick<RuleKind<RuleAction>, "table">) => ({
  assets: fitting(table, assetsOf),
});

/** The order of lists: as the rules are gone through. */
export const ruleOrder = {
  by: ["name", "priority", "action", "is_active", "comment", "created_by", "date_created", "date_updated"],
  default: ["-priority", "-is_active", "name"],
  defaultFor: async ({ services }: RequestContext) => [
    (await highestFirst(services)) ? "-priority" : "priority",
    "-is_active",
    "name",
  ],
};

/** What a write to a rule of any kind brings. */
interface RuleEvent {
  readonly context: CallerContext;
  readonly before: { readonly id: unknown; readonly action: unknown } | null;
  readonly values: { readonly action?: RuleAction; reviewers?: readonly string[] };
}

/**
 * Holds what a rule of any kind has to say: whoever decides or is told belongs to the organization, and somebody is
 * there where the action needs one. Those who do not belong are left out.
 */
export async function validateRule(
  { reviewerTable }: Pick<RuleKind<RuleAction>, "reviewerTable">,
  { context, before, values }: RuleEvent,
): Promise<void> {
  const isNeeded = needReviewers.includes(String(values.action ?? before?.action ?? "reject"));
  const { reviewers } = values;
  if (reviewers !== undefined && reviewers.length > 0) {
    const members = await membersOf(context, reviewers);
    if (members.length === 0) {
      const organization = await context.services.organizations.name(
        context.organization.id,
        context.accessVersion,
      );
      throw new ValidationError({ reviewers: [withParameters(ruleText.noReviewer, { organization })] });
    }
    values.reviewers = members;
    return;
  }
  if (!isNeeded) return;
  const isThere = reviewers === undefined && before !== null && (await hasReviewer(context, before.id));
  if (!isThere) throw new ValidationError({ reviewers: [ruleText.reviewersNeeded] });

  async function hasReviewer({ db }: CallerContext, id: unknown): Promise<boolean> {
    const { rows } = await sql`select from ${sql.table(reviewerTable)} where rule_id = ${id} limit 1`.execute(
      db,
    );
    return rows.length > 0;
  }
}

async function membersOf(
  { db, organization }: CallerContext,
  ids: readonly string[],
): Promise<readonly string[]> {
  const isMember: RawBuilder<boolean> = organization.isRoot
    ? sql<boolean>`true`
    : userRoles.isMember("u.id", organization.id);
  const { rows } = await sql<{ id: string }>`
    select u.id from ${usersTable} u where u.id = any(${ids}::uuid[]) and ${isMember}
  `.execute(db);
  return rows.map(({ id }) => id);
}

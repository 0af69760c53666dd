import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { FieldError } from "../../../engine/errors.ts";
import { text as common, unlabelled, withParameters } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  choice,
  computed,
  isUuid,
  labeledChoice,
  list,
  nestedList,
  uuid,
} from "../../../engine/resource/index.ts";
import { usersTable } from "../../users/index.ts";
import "../tables.ts";
import { text } from "../texts.ts";
import { levelChoices, type Strategy, strategyChoices } from "../ticket-types.ts";
import { type AskedPerson, peopleOf } from "./resolve-assignees.ts";

/** Most levels of a flow. */
const mostLevels = 2;

/** A level as a client writes it. */
interface WrittenRule {
  readonly strategy: Strategy;
  readonly assignees?: readonly string[];
}

interface LoadedRule {
  readonly flow_id: string;
  readonly level: number;
  readonly strategy: Strategy;
  readonly people: readonly AskedPerson[];
}

const children = {
  level: choice({ label: text.approvalLevel, readOnly: true, choices: levelChoices }),
  strategy: labeledChoice({ label: text.strategy, required: true, choices: strategyChoices }),
  assignees_read_only: computed({ label: text.assignees, present: () => [] }),
  assignees_display: computed({ label: text.assigneesDisplay, present: () => [] }),
  assignees: list({
    label: text.assignees,
    writeOnly: true,
    default: [],
    child: uuid({ label: unlabelled, required: true }),
  }),
};

/** Of these ids, those of no person. */
async function unknownPeople(db: Kysely<Database>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from ${usersTable} u where u.id = any(${[...ids]}::uuid[]) and not u.is_service_account
  `.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

const plain = nestedList({ label: text.rules, required: true, children, maxItems: mostLevels });

/** The levels of a flow, in turn. Contract: docs/contract/tickets.md, section 3. */
export const rulesField = {
  ...nestedList({
    label: text.rules,
    required: true,
    children,
    maxItems: mostLevels,
    columns: ["org_id"],
    toColumns: () => ({}),
    load: async ({ db, organization }, rows): Promise<readonly LoadedRule[]> => {
      const ids = rows.map(({ id }) => String(id));
      const { rows: levels } = await sql<Omit<LoadedRule, "people">>`
        select flow_id, level, strategy from ticket_flow_rules where flow_id = any(${ids}::uuid[]) order by level
      `.execute(db);
      return Promise.all(
        levels.map(async (rule) => ({
          ...rule,
          people: await peopleOf(db, {
            flowId: rule.flow_id,
            level: rule.level,
            strategy: rule.strategy,
            organizationId: organization.id,
          }),
        })),
      );
    },
    present: ({ id }, context, loaded): Json =>
      (loaded as readonly LoadedRule[])
        .filter(({ flow_id }) => flow_id === id)
        .map(
          ({ level, strategy, people }): Json => ({
            level,
            strategy: children.strategy.present?.({ strategy }, context, strategyChoices, "strategy") ?? null,
            assignees_read_only: strategy === "custom_user" ? people.map((person) => person.id) : [],
            assignees_display: people.map(({ name }) => name),
          }),
        ),
    link: async ({ db }, id, value) => {
      const rules = value as readonly WrittenRule[];
      await sql`delete from ticket_flow_rules where flow_id = ${id}::uuid`.execute(db);
      for (const [index, { strategy, assignees = [] }] of rules.entries()) {
        const level = index + 1;
        await sql`
          insert into ticket_flow_rules (flow_id, level, strategy) values (${id}::uuid, ${level}, ${strategy})
        `.execute(db);
        if (strategy !== "custom_user") continue;
        await sql`
          insert into ticket_flow_assignees (flow_id, level, user_id)
          select ${id}::uuid, ${level}, user_id from unnest(${[...new Set(assignees)]}::uuid[]) as user_id
        `.execute(db);
      }
    },
  }),
  parse: async (input: unknown, at: Parameters<NonNullable<typeof plain.parse>>[1]) => {
    const rules = ((await plain.parse?.(input, at)) ?? []) as readonly WrittenRule[];
    if (rules.length === 0) throw new FieldError([common.required]);
    const errors = await Promise.all(
      rules.map(async ({ strategy, assignees = [] }) => {
        if (strategy !== "custom_user") return {};
        if (assignees.length === 0) return { assignees: [text.selectAssignees] };
        const unknown = await unknownPeople(at.context.db, assignees.filter(isUuid));
        return unknown.length === 0
          ? {}
          : { assignees: unknown.map((pk) => withParameters(common.objectMissing, { pk })) };
      }),
    );
    if (errors.some((error) => Object.keys(error).length > 0)) throw new FieldError(errors);
    return rules;
  },
} as typeof plain;

import { sql } from "kysely";
import type { Json } from "../../engine/json.ts";
import { groupPattern } from "../../transport/command-rules/index.ts";
import { usersTable } from "../users/index.ts";
import type { RuleServices } from "./active-rules.ts";
import { type CommandQuestion, commandRulesFor } from "./command-rules.ts";

/** The rules about commands as a component applies them itself. Contract: docs/contract/acls.md, "Command filters". */
export async function commandFiltersOfToken(
  services: RuleServices,
  question: CommandQuestion,
): Promise<Json> {
  const rules = await commandRulesFor(services, question);
  if (rules.length === 0) return [];
  const ids = [...new Set(rules.flatMap(({ reviewers }) => reviewers))];
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name || '(' || u.username || ')' as name from ${usersTable} u where u.id = any(${ids}::uuid[])
  `.execute(services.db);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return rules.map(({ id, name, action, priority, groups, reviewers }) => ({
    id,
    name,
    command_groups: groups.map((group) => ({
      id: group.id,
      name: group.name,
      type: group.type,
      content: group.content,
      ignore_case: group.ignoreCase,
      pattern: groupPattern(group),
    })),
    action,
    reviewers: reviewers.map((reviewer) => ({ id: reviewer, name: names.get(reviewer) ?? "" })),
    priority,
    is_active: true,
  }));
}

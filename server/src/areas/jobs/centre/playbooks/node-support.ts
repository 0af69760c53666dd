import { hostname } from "node:os";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../../engine/database/index.ts";
import type { NodeMaintenance } from "../../../../engine/node-maintenance.ts";
import { type AnsibleProblem, findAnsible } from "../run/playbook/ansible.ts";
import "../../tables.ts";

/** Seconds between looks of a gateway, and after which one that did not look any more does not count. */
const everySeconds = 60;
const countedFor = 300;

/** What a gateway last found on its machine. */
export interface NodeSupport {
  readonly node: string;
  readonly version: string;
  /** "": it can run playbooks. */
  readonly problem: AnsibleProblem | "";
}

/** Has each gateway tell the others whether it can run playbooks: whoever asks is served by another node. */
export const tellPlaybookSupport: NodeMaintenance = {
  name: "jobs.playbook-support",
  everySeconds,
  carriedBy: "gateway",
  run: async ({ db }) => {
    const found = await findAnsible();
    await sql`
      insert into ops_playbook_nodes (node, version, problem)
      values (${hostname()}, ${found.version}, ${found.isAvailable ? "" : found.problem})
      on conflict (node) do update set version = excluded.version, problem = excluded.problem, date_checked = now()
    `.execute(db);
    await sql`delete from ops_playbook_nodes where date_checked < now() - interval '7 days'`.execute(db);
  },
};

/** What the gateways of the installation have told lately, by their names. */
export async function nodeSupports(db: Kysely<Database>): Promise<readonly NodeSupport[]> {
  const { rows } = await sql<NodeSupport>`
    select node, version, problem from ops_playbook_nodes
    where date_checked > now() - make_interval(secs => ${countedFor}) order by node
  `.execute(db);
  return rows;
}

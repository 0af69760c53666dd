import { permission } from "../../../engine/access/index.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { translate, withParameters } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { defineTask, publishFor, type TaskRun } from "../../../engine/tasks/index.ts";
import { text } from "../texts.ts";
import { recountNodes } from "./recount.ts";

/** Recounts the organization of an execution; the installation's recounts all. */
async function recount({ services: { db }, organizationId, language, log }: TaskRun): Promise<JsonObject> {
  const roots = await db
    .selectFrom("nodes")
    .select(["org_id", "value"])
    .where("parent_id", "is", null)
    .$if(organizationId !== null, (query) => query.where("org_id", "=", organizationId))
    .orderBy("value")
    .execute();
  let wrong = 0;
  for (const { org_id: id, value: name } of roots) {
    const found = await recountNodes(db, id);
    const said = found === 0 ? text.countsRight : text.countsRepaired;
    log.line(translate(withParameters(said, { name, count: found }), language), found === 0 ? "good" : "bad");
    wrong += found;
  }
  return { organizations: roots.length, repaired: wrong };
}

/** Checks what the nodes of an organization count. Contract: docs/contract/assets.md, "Two at once". */
export const recountTask = defineTask({
  name: "assets.tasks.nodes_amount.check_node_assets_amount_task",
  label: text.recount,
  repeatable: true,
  run: recount,
});

/** The same every night, for all organizations. */
export const nightlyRecountTask = defineTask({
  ...recountTask,
  name: "assets.tasks.nodes_amount.check_node_assets_amount_period_task",
  label: text.nightlyRecount,
  schedule: { crontab: "0 2 * * *" },
});

/** Asks for a recount of the current organization; of all in the global one. */
export const recountRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/assets/nodes/check_assets_amount_task/",
  access: permission("assets.change_node"),
  title: "Check Nodes Amount Task Api",
  fields: { POST: {} },
  handle: async (context) => {
    const known = caller(context);
    const { isRoot, id } = known.organization;
    return { body: { task: await publishFor(known, recountTask, {}, isRoot ? null : id) } };
  },
};

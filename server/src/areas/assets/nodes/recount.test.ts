import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type AssetAreas,
  startAssetAreas,
  testOrganizationIds,
  testPerson,
} from "../../../testing/asset-areas.ts";
import { recountNodes } from "./recount.ts";
import { recountTask } from "./recount-task.ts";

let areas: AssetAreas;
beforeAll(async () => {
  areas = await startAssetAreas([testPerson(1, "boss", "*")]);
});
afterAll(() => areas.close());

const organization = testOrganizationIds.default;

it("puts right what was done to the counts behind the product's back", async () => {
  const { db } = areas.services;
  const tree = async () => (await areas.call("GET", "assets/nodes/children/tree/?all=all")).body;
  for (const value of ["a", "b", "c"]) {
    const { body } = await areas.call("POST", "assets/nodes/", { body: { value } });
    const host = { name: value, address: "10.2.0.1", platform: 1, nodes: [body.id] };
    await areas.call("POST", "assets/hosts/", { body: host });
  }
  const right = await tree();
  expect(await recountNodes(db, organization)).toBe(0);

  await sql`delete from node_subtree_assets where ctid in (select ctid from node_subtree_assets limit 2)`.execute(
    db,
  );
  await sql`update node_subtree_assets set links = 7`.execute(db);
  await sql`update row_counts set difference = 5 where table_name = 'node_subtree_assets'`.execute(db);
  expect(await tree()).not.toEqual(right);
  const lines: string[] = [];
  const result = await recountTask.run(
    {
      id: organization,
      services: areas.services,
      organizationId: organization,
      userId: null,
      language: "en",
      log: { line: (said) => lines.push(said), flush: async () => undefined },
      signal: new AbortController().signal,
    },
    {},
  );
  expect(await tree()).toEqual(right);
  expect(result).toEqual({ organizations: 1, repaired: expect.any(Number) });
  expect(lines).toEqual([expect.stringMatching(/^default: corrected \d+ counts$/)]);
  expect(await recountNodes(db, organization)).toBe(0);
});

it("is asked for by whoever may change nodes", async () => {
  const answer = await areas.call("POST", "assets/nodes/check_assets_amount_task/");
  expect(answer).toEqual({ status: 200, body: { task: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AssetAreas,
  startAssetAreas,
  testOrganizationIds,
  testPerson,
} from "../../../testing/asset-areas.ts";
import { nodeCaller } from "../../../testing/node-caller.ts";
import { takeLock } from "./tree-locks.ts";

let areas: AssetAreas;
beforeAll(async () => {
  areas = await startAssetAreas([testPerson(1, "boss", "*")]);
});
afterAll(() => areas.close());

const { call, must, root, branch, host } = nodeCaller(() => areas);
const inOther = { organization: testOrganizationIds.other };

describe("nodes: two at once", () => {
  /** Answers what is asked while somebody else is in the middle of changing the tree. */
  const meanwhile = <T>(turn: "nodes" | "assets", ask: () => Promise<T>): Promise<T> =>
    areas.services.db.transaction().execute(async (db) => {
      await takeLock(db, testOrganizationIds.default, turn);
      return ask();
    });
  const busy = { status: 409, body: { code: "error", detail: expect.any(String) } };

  it("answers 409 to the later of two people who change the tree, who changes nothing", async () => {
    const [top, target] = [await branch(), await branch()];
    const answers = await meanwhile("nodes", () =>
      Promise.all([
        call("PUT", `nodes/${target.id}/children/add/`, { nodes: [top.id] }),
        call("PATCH", `nodes/${top.id}/`, { value: randomUUID() }),
        call("DELETE", `nodes/${top.id}/`),
      ]),
    );
    expect(answers).toMatchObject([busy, busy, busy]);
    expect(await must("GET", `nodes/${top.id}/`)).toEqual(top);
    expect(await must("PUT", `nodes/${target.id}/children/add/`, { nodes: [top.id] })).toBe("OK");
  });

  it("answers 409 to the later of two people who take assets out of nodes, and lets others add", async () => {
    const [top, target] = [await branch(), await branch()];
    const asset = await host([top.id]);
    const answers = await meanwhile("assets", () =>
      Promise.all(
        ["replace", "remove", "add"].map((verb) =>
          call("PUT", `nodes/${target.id}/assets/${verb}/`, { assets: [asset] }),
        ),
      ),
    );
    expect(answers).toMatchObject([busy, busy, { status: 200 }]);
  });

  it("leaves other organizations alone", async () => {
    const top = await branch(undefined, inOther);
    const answer = await meanwhile("nodes", () => call("DELETE", `nodes/${top.id}/`, undefined, inOther));
    expect(answer.status).toBe(204);
  });

  it("moves below a node or deletes it, never both", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [top, target] = [await branch(), await branch()];
      const [moved, deleted] = await Promise.all([
        call("PUT", `nodes/${target.id}/children/add/`, { nodes: [top.id] }),
        call("DELETE", `nodes/${target.id}/`),
      ]);
      const found = await call("GET", `nodes/${top.id}/`);
      if (moved.status === 200 && deleted.status === 204) {
        // First moved, then deleted with what it had become a part of.
        expect(found.status).toBe(404);
      } else {
        expect([moved.status, deleted.status].some((status) => status === 409 || status === 404)).toBe(true);
        expect(found.status).toBe(200);
        const parent = deleted.status === 204 ? await root() : moved.status === 200 ? target : await root();
        expect(found.body.full_value).toBe(`${parent.full_value}/${top.value}`);
      }
    }
  });

  it("puts an asset where one of two people said", async () => {
    const [a, b] = [await branch(), await branch()];
    const asset = await host([]);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        [a, b].map(({ id }) => call("PUT", `nodes/${id}/assets/replace/`, { assets: [asset] })),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
      expect((await must("GET", `hosts/${asset}/`)).nodes).toHaveLength(1);
    }
  });
});

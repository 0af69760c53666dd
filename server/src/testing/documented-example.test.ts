import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maintenanceArea } from "../../../docs/examples/maintenance-windows.ts";
import { createHttpApp, type HttpApp } from "../engine/http/app.ts";
import { createEngineServices, testOrganizations } from "../engine/testing/services.ts";

const docs = join(import.meta.dirname, "../../../docs");
const example = readFileSync(join(docs, "examples/maintenance-windows.ts"), "utf8");
const codes = ["view", "add", "change", "delete"].map((verb) => `maintenance.${verb}_window`);
const [home, away] = testOrganizations.map(({ id }) => id) as [string, string];

describe("the resource of docs/add-a-resource.md", () => {
  let app: HttpApp;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const person = (n: number, username: string, held: readonly string[]) => ({
      id: `10000000-0000-4000-8000-00000000000${n}`,
      username,
      name: username,
      isServiceAccount: false,
      codes: { [home]: held, [away]: held },
    });
    const made = await createEngineServices([person(1, "keeper", codes), person(2, "guest", [])]);
    await made.database.pool.query(readFileSync(join(docs, "examples/maintenance-windows.sql"), "utf8"));
    app = await createHttpApp(made.services, [maintenanceArea]);
    close = async () => {
      await app.fastify.close();
      await made.close();
    };
  });
  afterAll(() => close?.());

  const call = async (
    method: "GET" | "POST" | "PATCH" | "DELETE" | "OPTIONS",
    path: string,
    body?: object,
    as = "keeper",
  ) => {
    const answer = await app.fastify.inject({
      method,
      url: `/api/v1/maintenance/windows/${path}`,
      headers: { authorization: `Bearer ${as}`, "accept-language": path.includes("ja") ? "ja" : "en" },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.body === "" ? undefined : answer.json() };
  };

  it("takes under 60 lines, and is the code the page shows", () => {
    expect(example.trimEnd().split("\n").length).toBeLessThan(60);
    const page = readFileSync(join(docs, "add-a-resource.md"), "utf8");
    expect(page).toContain(example.trim());
    expect(page).toContain(readFileSync(join(docs, "examples/maintenance-windows.sql"), "utf8").trim());
  });

  it("is a whole resource over HTTP", async () => {
    const night = {
      name: "Night",
      date_start: "2026/01/01 22:00:00 +0000",
      date_end: "2026/01/02 02:00:00 +0000",
    };
    const made = await call("POST", "", night);
    expect(made.status).toBe(201);
    expect(made.body.impact).toEqual({ value: "none", label: "None" });
    expect(made.body.org_id).toBe(home);
    expect((await call("POST", "", night)).body).toEqual({ name: ["This field must be unique."] });
    const early = { date_end: "2025/12/31 00:00:00 +0000" };
    expect((await call("PATCH", `${made.body.id}/`, early)).body).toEqual({
      date_end: ["Must be after the start."],
    });
    expect((await call("GET", "?limit=5&search=nig&impact=none&date_from=2025-12-01")).body.count).toBe(1);
    expect((await call("GET", "?impact=flood")).status).toBe(400);
    expect((await call("OPTIONS", "?ja")).body.actions.POST.name).toMatchObject({
      label: "名前",
      required: true,
    });
    expect((await call("GET", "", undefined, "guest")).status).toBe(403);
    expect((await call("GET", `${made.body.id}/?oid=other`)).status).toBe(404);
    expect((await call("DELETE", `${made.body.id}/`)).status).toBe(204);
  });
});

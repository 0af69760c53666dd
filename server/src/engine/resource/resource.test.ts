import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, away, home, type Library, openLibrary } from "../testing/library.ts";

let library: Library;
let db: Library["db"];

beforeAll(async () => {
  library = await openLibrary();
  ({ db } = library);
});
afterAll(() => library.close());

const call = (method: string, path: string, body?: unknown, as?: string, headers?: object): Promise<Answer> =>
  library.call(method, path, body, as, headers);

describe("a declared resource", () => {
  it("creates, reads, changes and deletes an object", async () => {
    const shelf = await call("POST", "shelves/", { name: "A" });
    expect(shelf.status).toBe(201);
    const made = await call("POST", "books/", {
      name: " Winds ",
      kind: { value: "atlas" },
      pin: "hush",
      bought: "2024/02/29 10:00:00 +0900",
      shelf: { pk: shelf.body.id },
      authors: [{ id: 2 }, 1],
      tags: ["x"],
      unknown: 1,
    });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: made.body.id,
      name: "Winds",
      kind: { value: "atlas", label: "Atlas" },
      pages: 1,
      tags: ["x"],
      shelf: { id: shelf.body.id, name: "A" },
      authors: [
        { id: 2, name: "Abe" },
        { id: 1, name: "Ono" },
      ],
      org_id: home,
      org_name: "default",
      lent: false,
      bought: made.body.bought,
    });
    const { rows } = await db.pool.query("select pin, bought from books where id = $1", [made.body.id]);
    expect(rows[0].pin).toBe("stored hush");
    expect(rows[0].bought.toISOString()).toBe("2024-02-29T01:00:00.000Z");

    const patched = await call("PATCH", `books/${made.body.id}/`, { authors: [1], pin: "" }, "keeper", {
      "x-tz": "Asia/Tokyo",
      "accept-language": "ja",
    });
    expect(patched.body.bought).toBe("2024/02/29 10:00:00 +0900");
    expect(patched.body.kind.label).toBe("地図帳");
    expect(patched.body.authors).toEqual([{ id: 1, name: "Ono" }]);
    expect((await db.pool.query("select pin from books")).rows[0].pin).toBe("stored hush");

    expect((await call("POST", `books/${made.body.id}/lend/`)).body).toEqual({ lent: true });
    expect((await call("DELETE", `shelves/${shelf.body.id}/`)).body.code).toBe("referenced_by_others");
    expect((await call("DELETE", `books/${made.body.id}/`)).status).toBe(204);
    expect((await call("GET", `books/${made.body.id}/`)).status).toBe(404);
  });

  it("tells what is wrong, on the field, in the reader's language", async () => {
    const bad = await call("POST", "books/", {
      kind: "poem",
      pages: 0,
      bought: "soon",
      tags: ["ok", "much too long", 3],
      lent: "perhaps",
      shelf: "not an id",
      authors: [99],
      id: "x",
    });
    expect(bad.status).toBe(400);
    expect(Object.keys(bad.body).sort()).toEqual(
      ["authors", "bought", "id", "kind", "lent", "name", "pages", "shelf", "tags"].sort(),
    );
    expect(bad.body.name).toEqual(["This field is required."]);
    expect(bad.body.kind).toEqual(['"poem" is not a valid choice.']);
    expect(bad.body.tags).toEqual([{}, ["Use at most 5 characters."], {}]);
    const zh = await call("POST", "books/", {}, "keeper", { "accept-language": "zh-CN,zh;q=0.9" });
    expect(zh.body.name).toEqual(["此字段为必填项。"]);
    expect((await call("POST", "books/", "{")).status).toBe(400);
    expect((await call("POST", "books/", [])).status).toBe(201);
    expect((await call("POST", "books/", '"text"')).status).toBe(400);
    expect((await call("POST", "books/", `{"tags":${"[".repeat(50_000)}`)).status).toBe(400);
    expect((await call("POST", "books/", `{"name":"${"x".repeat(12_000_000)}"}`)).status).toBe(413);
    expect((await call("POST", "books/", "<a/>", "keeper", { "content-type": "text/xml" })).status).toBe(415);
    expect((await call("POST", "books/", { name: "a\0b" })).body.name).toEqual([
      "Null characters are not allowed.",
    ]);
  });

  it("writes arrays all or nothing, with errors by position", async () => {
    const mixed = await call("POST", "books/", [{ name: "One" }, { name: "" }, {}]);
    expect(mixed.status).toBe(400);
    expect(mixed.body).toEqual([
      {},
      { name: ["This field may not be blank."] },
      { name: ["This field is required."] },
    ]);
    const twice = await call("POST", "books/", [{ name: "One" }, { name: "One" }, { name: "Two" }]);
    expect(twice.body).toEqual([{}, { name: ["This field must be unique."] }, {}]);
    expect((await call("GET", "books/")).body).toEqual([]);
    const made = await call("POST", "books/", [{ name: "One" }, { name: "Two" }]);
    const [one, two] = made.body;
    const changed = await call("PATCH", "books/", [
      { id: one.id, pages: 7 },
      { id: two.id, pages: 8 },
    ]);
    expect(changed.body.map((book: { pages: number }) => book.pages)).toEqual([7, 8]);
    const partly = await call("PATCH", "books/", [
      { id: one.id, pages: 9 },
      { pages: 1 },
      { id: away, pages: 1 },
    ]);
    expect(partly.status).toBe(400);
    expect(partly.body[1]).toEqual(["id or pk not in data"]);
    expect((await call("GET", `books/${one.id}/`)).body.pages).toBe(7);
    expect((await call("DELETE", "books/")).status).toBe(400);
    expect((await call("DELETE", `books/?ids=${one.id},${two.id}`)).status).toBe(400);
    expect((await call("DELETE", `books/?spm=${away}`)).status).toBe(204);
    expect((await call("DELETE", `books/?name=One`)).status).toBe(204);
  });

  it("pages, orders, filters, searches and trims", async () => {
    await call(
      "POST",
      "books/",
      Array.from({ length: 5 }, (_, n) => ({ name: `B%${n}`, pages: 5 - n, lent: n === 0 })),
    );
    const page = await call("GET", "books/?limit=2&offset=2&order=-name&search=b%25&display=1");
    expect(page.body.count).toBe(5);
    expect(page.body.results.map(({ name }: { name: string }) => name)).toEqual(["B%2", "B%1"]);
    expect(page.body.next).toContain("offset=4");
    expect(page.body.previous).not.toContain("offset");
    expect((await call("GET", "books/?limit=1")).body.count).toBe((await call("GET", "books/")).body.length);
    expect((await call("GET", "books/?order=pages,unknown&search=B%25&fields_size=mini")).body[0]).toEqual({
      id: expect.any(String),
      name: "B%4",
    });
    expect((await call("GET", "books/?fields=name,lent&lent=true")).body).toEqual([
      { name: "B%0", lent: true },
    ]);
    expect((await call("GET", "books/?search=B%250,B%251")).body).toEqual([]);
    expect((await call("GET", "books/?shelf=nonsense")).body).toEqual({ shelf: ["Enter a valid UUID."] });
    expect((await call("GET", "books/suggestions/")).body.length).toBeLessThanOrEqual(10);
    const { body } = await call("GET", "books/?limit=1000000&offset=99999999999");
    expect(body.results).toEqual([]);
  });

  it("streams a list that is longer than a batch, and keeps exact counts", async () => {
    await sql`
      insert into books (org_id, name, lent, kind, pages, tags)
      select ${home}, 'bulk ' || n, false, 'novel', n, '[]' from generate_series(1, 2500) n
    `.execute(db.db);
    const whole = await call("GET", "books/?title=bulk&fields=name");
    expect(whole.body.length).toBe(2500);
    const before = (await call("GET", "books/?limit=1")).body.count;
    await sql`delete from books where name like 'bulk %'`.execute(db.db);
    expect((await call("GET", "books/?limit=1")).body.count).toBe(before - 2500);
  });

  it("keeps callers inside their organization and permissions", async () => {
    const foreign = await call("POST", "books/?oid=other", { name: "Foreign" });
    const shelf = await call("POST", "shelves/?oid=other", { name: "Theirs" });
    expect(foreign.body.org_name).toBe("other");
    for (const path of [`books/${foreign.body.id}/`]) {
      expect((await call("GET", path)).status).toBe(404);
      expect((await call("PATCH", path, { name: "Mine" })).status).toBe(404);
      expect((await call("DELETE", path)).status).toBe(404);
      expect((await call("POST", `${path}lend/`)).status).toBe(404);
    }
    expect((await call("GET", `books/?ids=${foreign.body.id}`)).body).toEqual([]);
    expect((await call("POST", "books/", { name: "Link", shelf: shelf.body.id })).body.shelf).toHaveLength(1);
    expect((await call("GET", "books/", undefined, "")).status).toBe(401);
    expect((await call("GET", "books/", undefined, "nobody")).body.code).toBe("authentication_failed");
    expect((await call("GET", "books/", undefined, "reader")).status).toBe(200);
    expect((await call("POST", "books/", { name: "x" }, "reader")).status).toBe(403);
    expect((await call("GET", "shelves/", undefined, "reader")).status).toBe(403);
    expect((await call("GET", "books/?oid=other", undefined, "reader")).status).toBe(403);
    expect((await call("OPTIONS", "shelves/", undefined, "reader")).status).toBe(200);
    expect((await call("POST", "books/?oid=root", { name: "Nowhere" }, "boss")).status).toBe(400);
    expect((await call("GET", `books/${foreign.body.id}/?oid=root`, undefined, "boss")).status).toBe(200);
    for (const path of [`books/${foreign.body.id}/?oid=root`, `books/?oid=root&ids=${foreign.body.id}`]) {
      const kept = await call("DELETE", path, undefined, "boss");
      expect(kept).toMatchObject({ status: 400, body: { detail: expect.stringContaining("organization") } });
    }
  });

  it("makes selections that only their maker can use", async () => {
    const made = await call("POST", "books/", [{ name: "S1" }, { name: "S2" }]);
    const spm = await library.app.fastify.inject({
      method: "POST",
      url: "/api/v1/common/resources/cache/",
      headers: { authorization: "Bearer keeper" },
      payload: { resources: made.body.map(({ id }: { id: string }) => id) },
    });
    const token = spm.json().spm;
    expect((await call("GET", `books/?spm=${token}`, undefined, "reader")).body).toEqual([]);
    expect((await call("GET", `books/?spm=${token}&oid=other`)).body).toEqual([]);
    expect((await call("GET", `books/?spm=${token}`)).body).toHaveLength(2);
    expect((await call("DELETE", `books/?spm=${token}`)).status).toBe(204);
  });

  it("describes itself in the contract's order of keys", async () => {
    const { body } = await call("OPTIONS", "books/?fields=name,lent,kind,pin");
    expect(Object.keys(body)).toEqual(["name", "description", "renders", "parses", "actions"]);
    expect(body.name).toBe("Book List");
    expect(Object.keys(body.actions)).toEqual(["GET", "POST", "PUT", "PATCH"]);
    expect(JSON.stringify(body.actions.GET)).toBe(
      JSON.stringify({
        name: {
          type: "string",
          required: true,
          read_only: false,
          label: "Title",
          max_length: 20,
          write_only: false,
          filter: true,
          order: true,
        },
        kind: {
          type: "labeled_choice",
          required: false,
          default: "novel",
          read_only: false,
          label: "Kind",
          write_only: false,
          choices: [
            { value: "novel", label: "Novel" },
            { value: "atlas", label: "Atlas" },
          ],
        },
        pin: {
          type: "string",
          required: false,
          read_only: false,
          label: "Pin",
          max_length: 10,
          write_only: true,
        },
        lent: {
          type: "boolean",
          required: false,
          default: false,
          read_only: false,
          label: "Lent",
          write_only: false,
          filter: true,
        },
      }),
    );
    expect(Object.keys((await call("OPTIONS", `books/${away}/`)).body.actions)).toEqual(["GET", "PATCH"]);
  });

  it("answers 405, 301 and 404 like the contract", async () => {
    expect((await call("DELETE", `books/${away}/lend/`)).status).toBe(405);
    const redirect = await call("GET", "books?limit=1");
    expect([redirect.status, redirect.headers.location]).toEqual([301, "/api/v1/library/books/?limit=1"]);
    expect((await call("GET", "magazines/")).body).toEqual({ error: "Not found" });
  });

  it("records what changed, and never a secret", async () => {
    const made = await call("POST", "books/", { name: "Logged", pin: "topsecret" });
    await call("PATCH", `books/${made.body.id}/`, { pages: 3, pin: "another" });
    const { rows } = await db.pool.query(
      "select * from operate_logs where resource_id = $1 order by datetime",
      [made.body.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(["create", "update"]);
    expect(rows[1].diff.map(({ field }: { field: string }) => field)).toEqual(["pin", "pages"]);
    expect(rows[1].diff[1]).toMatchObject({ before: 1, after: 3, label: { en: "Title" } });
    expect(JSON.stringify(rows)).not.toMatch(/topsecret|another/);
  });

  it("refuses a route without an access rule", () => {
    expect(() => library.app.fastify.get("/undeclared", () => "")).toThrow();
  });
});

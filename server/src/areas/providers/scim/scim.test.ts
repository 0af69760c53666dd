import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { createDirectory, type Directory, defaultOrganization } from "./scim-caller.fixture.ts";

let product: TestProduct;
let directory: Directory;

beforeAll(async () => {
  product = await createTestProduct();
  directory = await createDirectory(product);
});
afterAll(() => product?.close());

const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const find = async (filter: string, from: Directory = directory): Promise<string[]> => {
  const { status, body } = await from.call("GET", `/Users?filter=${encodeURIComponent(filter)}`);
  expect([filter, status, JSON.stringify(body.detail)]).toEqual([filter, 200, undefined]);
  return body.Resources.map(({ userName }: { userName: string }) => userName).sort();
};
const refusedAs = async (answer: ReturnType<Directory["call"]>) => {
  const { status, body, headers } = await answer;
  expect(headers["content-type"]).toMatch(/^application\/scim\+json/);
  expect(body.schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
  expect(body.status).toBe(String(status));
  return [status, body.scimType];
};
const userRow = async (username: string) => {
  const { rows } = await sql<{ id: string; is_active: boolean; source: string; phone: string | null }>`
    select id, is_active, source, phone from users where username = ${username}
  `.execute(product.database.db);
  return rows[0];
};

describe("what the server says of itself", () => {
  it("names what it can do, its kinds and their attributes", async () => {
    const config = await directory.call("GET", "/ServiceProviderConfig");
    expect(config.status).toBe(200);
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
    });
    const kinds = await directory.call("GET", "/ResourceTypes");
    expect(kinds.body.Resources.map(({ id }: { id: string }) => id)).toEqual(["User", "Group"]);
    const schemas = await directory.call("GET", "/Schemas");
    expect(schemas.body.totalResults).toBe(3);
    const one = await directory.call("GET", `/Schemas/${enterprise}`);
    expect(one.body.attributes.map(({ name }: { name: string }) => name)).toContain("department");
    expect(await refusedAs(directory.call("GET", "/Schemas/nothing"))).toEqual([404, undefined]);
  });

  it("lets nobody in without a token, or with one that is none", async () => {
    for (const path of ["/Users", "/Groups", "/Schemas", "/ServiceProviderConfig"]) {
      const { status, headers } = await product.anonymous.call("GET", `/scim/v2${path}`);
      expect([path, status]).toEqual([path, 401]);
      expect(headers["www-authenticate"]).toBe("Bearer");
    }
    const { status } = await product.administrator.call("GET", "/scim/v2/Users");
    expect(status).toBe(401);
    const wrong = { authorization: `Bearer ${directory.token.slice(0, -2)}xx` };
    expect(await refusedAs(directory.call("GET", "/Users", undefined, wrong))).toEqual([401, undefined]);
  });
});

describe("people", () => {
  it("are made, read, replaced and changed, with versions", async () => {
    const made = await directory.call("POST", "/Users", {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User", enterprise],
      externalId: "A-1",
      userName: "ada",
      name: { givenName: "Ada", familyName: "Lovelace" },
      emails: [
        { value: "home@example.com", type: "home" },
        { value: "ada@example.com", type: "work", primary: true },
      ],
      phoneNumbers: [{ value: "+81 90-1234-5678", type: "mobile" }],
      active: true,
      password: "not taken",
      [enterprise]: { department: "Engines", manager: { value: "77" } },
    });
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    const { id, meta } = made.body;
    expect(made.headers.location).toBe(meta.location);
    expect(made.headers.etag).toBe(meta.version);
    expect(made.body).toMatchObject({
      externalId: "A-1",
      userName: "ada",
      displayName: "Ada Lovelace",
      name: { formatted: "Ada Lovelace", givenName: "Ada", familyName: "Lovelace" },
      emails: [{ value: "ada@example.com", type: "work", primary: true }],
      active: true,
      [enterprise]: { department: "Engines", manager: { value: "77" } },
    });
    expect(made.text).not.toContain("not taken");
    expect(await userRow("ada")).toMatchObject({ is_active: true, source: "saml2" });
    const path = `/Users/${id}`;
    const read = await directory.call("GET", path);
    expect(read.body).toEqual(made.body);
    const known = await directory.call("GET", path, undefined, { "if-none-match": meta.version });
    expect(known.status).toBe(304);
    const stale = { "if-match": 'W/"older"' };
    expect(await refusedAs(directory.call("PUT", path, read.body, stale))).toEqual([412, undefined]);
    const { phoneNumbers: _phone, ...rest } = read.body;
    const replaced = await directory.call(
      "PUT",
      path,
      { ...rest, displayName: "Countess", userName: "ada.l", [enterprise]: { department: "Poetry" } },
      { "if-match": meta.version },
    );
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({ userName: "ada.l", displayName: "Countess" });
    expect(replaced.body.phoneNumbers).toBeUndefined();
    expect(replaced.body[enterprise]).toEqual({ department: "Poetry" });
    expect(replaced.body.meta.version).not.toBe(meta.version);
    expect(await userRow("ada.l")).toMatchObject({ phone: null });
    const shown = await directory.call("GET", `${path}?attributes=userName,name.givenName`);
    expect(shown.body).toEqual({
      schemas: expect.any(Array),
      id,
      userName: "ada.l",
      name: { givenName: "Ada" },
    });
    const hidden = await directory.call("GET", `${path}?excludedAttributes=emails,meta`);
    expect(Object.keys(hidden.body)).not.toContain("emails");
    expect(Object.keys(hidden.body)).toContain("userName");
  });

  it("are refused where they are somebody else, or no people", async () => {
    await directory.add("grace");
    const post = (body: unknown) => refusedAs(directory.call("POST", "/Users", body));
    expect(await post({ userName: "GRACE", emails: [{ value: "g2@example.com" }] })).toEqual([
      409,
      "uniqueness",
    ]);
    expect(await post({ userName: "g3", emails: [{ value: "grace@example.com" }] })).toEqual([
      409,
      "uniqueness",
    ]);
    expect(await post({ userName: "admin" })).toEqual([409, "uniqueness"]);
    expect(await post({})).toEqual([400, "invalidValue"]);
    expect(await post([])).toEqual([400, "invalidSyntax"]);
    expect(await post("{")).toEqual([400, "invalidSyntax"]);
    for (const wrong of [
      { userName: 7 },
      { userName: "tab\there" },
      { userName: "nul\0" },
      { userName: "zero\u200bwidth" },
      { userName: "x".repeat(200) },
      { userName: "w1", active: "perhaps" },
      { userName: "w2", emails: [{ value: "nowhere" }] },
      { userName: "w3", emails: [7] },
      { userName: "w4", name: [] },
      { userName: "w5", phoneNumbers: [{ value: "no number" }] },
      { userName: "w6", displayName: { toString: 1 } },
    ]) {
      expect([wrong, await post(wrong)]).toEqual([wrong, [400, "invalidValue"]]);
    }
    for (const method of ["GET", "DELETE"]) {
      for (const id of ["nothing", "ffffffff-ffff-4fff-8fff-ffffffffffff"])
        expect(await refusedAs(directory.call(method, `/Users/${id}`))).toEqual([404, undefined]);
    }
  });

  it("made at the same moment become one", async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        directory.call("POST", "/Users", { userName: "twin", emails: [{ value: "twin@example.com" }] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe("lists", () => {
  let other: Directory;
  beforeAll(async () => {
    other = await createDirectory(product);
    await other.add("one", { externalId: "X", title: "50%_", [enterprise]: { department: "Red" } });
    await other.add("two", { externalId: "x", active: false, phoneNumbers: [{ value: "+81 9012345678" }] });
    await other.add("three", { [enterprise]: { department: "Blue" }, displayName: 'Quo"ted' });
  });

  it.each([
    ['userName eq "ONE"', ["one"]],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "one"', ["one"]],
    ['userName ne "one"', ["three", "two"]],
    ['externalId eq "X"', ["one"]],
    ['externalId eq "x"', ["two"]],
    ['externalId ne "X"', ["three", "two"]],
    ["externalId pr", ["one", "two"]],
    ["not (externalId pr)", ["three"]],
    ["externalId eq null", ["three"]],
    ['userName co "w"', ["two"]],
    ['userName sw "t" and userName ew "O"', ["two"]],
    ['title co "0%_"', ["one"]],
    ['title co "%5"', []],
    ['userName gt "one" and userName lt "two"', ["three"]],
    ['userName ge "three" and not (userName le "three")', ["two"]],
    ["active eq false", ["two"]],
    ['active eq "True"', ["one", "three"]],
    ['userName eq "one" or userName eq "two" and active eq true', ["one"]],
    ['(userName eq "one" or userName eq "two") and active eq true', ["one"]],
    ['emails[type eq "work" and value co "two@"]', ["two"]],
    ['emails.value eq "THREE@example.com"', ["three"]],
    ['emails co "example"', ["one", "three", "two"]],
    ["phoneNumbers pr", ["two"]],
    ['not (phoneNumbers[value sw "+81"])', ["one", "three"]],
    [`${enterprise}:department eq "red"`, ["one"]],
    ['displayName eq "Quo\\"ted"', ["three"]],
    ['meta.created gt "2020-01-01T00:00:00Z" and meta.resourceType eq "User"', ["one", "three", "two"]],
    ['meta.lastModified lt "2020-01-01T00:00:00Z"', []],
    ['id eq "none"', []],
    ["groups pr", []],
  ])("find by %s", async (filter, expected) => {
    expect(await find(filter, other)).toEqual([...expected].sort());
  });

  it.each([
    "userName",
    "userName eq",
    "userName is 5",
    'userName eq "open',
    "userName eq one",
    'nothing eq "x"',
    'constructor eq "x"',
    'emails[type eq "work"',
    'userName eq "a")',
    'active gt "x"',
    'meta.created eq "yesterday"',
    `${"(".repeat(40)}userName pr${")".repeat(40)}`,
    Array.from({ length: 200 }, () => "userName pr").join(" or "),
    `userName eq "${"x".repeat(9_000)}"`,
    'userName eq "\\u0000"',
  ])("refuse %.60s", async (filter) => {
    const query = { schemas: ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"], filter };
    expect(await refusedAs(other.call("POST", "/Users/.search", query))).toEqual([400, "invalidFilter"]);
  });

  it("are sorted and cut into pages", async () => {
    const page = async (query: string) => {
      const { body } = await other.call("GET", `/Users?${query}`);
      const names = body.Resources.map(({ userName }: { userName: string }) => userName);
      return [body.totalResults, body.startIndex, body.itemsPerPage, names];
    };
    expect(await page("sortBy=userName")).toEqual([3, 1, 3, ["one", "three", "two"]]);
    expect(await page("sortBy=userName&sortOrder=descending&count=2")).toEqual([3, 1, 2, ["two", "three"]]);
    expect(await page("startIndex=3&count=5")).toEqual([3, 3, 1, ["three"]]);
    expect(await page("startIndex=-4&count=0")).toEqual([3, 1, 0, []]);
    expect(await page("startIndex=99")).toEqual([3, 99, 0, []]);
    expect(await page("count=-1")).toEqual([3, 1, 0, []]);
    expect(await refusedAs(other.call("GET", "/Users?count=many"))).toEqual([400, "invalidValue"]);
    const searched = await other.call("POST", "/Users/.search", {
      filter: 'userName sw "t"',
      attributes: ["userName"],
      sortBy: "userName",
      count: 1,
    });
    expect(searched.body.Resources).toEqual([
      { schemas: expect.any(Array), id: expect.any(String), userName: "three" },
    ]);
    expect(searched.body.totalResults).toBe(2);
  });
});

describe("changes by PATCH", () => {
  it("take what RFC 7644 has, and the habits of Entra ID and Okta", async () => {
    const path = `/Users/${await directory.add("patch", { externalId: "P-1" })}`;
    const change = async (...operations: object[]) => {
      const { status, body, text } = await directory.patch(path, ...operations);
      expect([status, text]).toEqual([200, expect.any(String)]);
      return body;
    };
    // Entra ID writes operations with a capital and truth values as texts.
    expect((await change({ op: "Replace", path: "active", value: "False" })).active).toBe(false);
    expect((await change({ op: "Add", path: "active", value: "True" })).active).toBe(true);
    const bare = await change({
      op: "replace",
      value: {
        displayName: "Pat",
        "name.familyName": "Chester",
        [`${enterprise}:department`]: "Ops",
        active: true,
      },
    });
    expect(bare).toMatchObject({
      displayName: "Pat",
      name: { familyName: "Chester" },
      [enterprise]: { department: "Ops" },
    });
    const mail = await change(
      { op: "replace", path: 'emails[type eq "work"].value', value: "pat@example.com" },
      { op: "add", path: 'phoneNumbers[type eq "mobile"].value', value: "+81 9011112222" },
      { op: "add", path: `${enterprise}:manager`, value: "4711" },
      { op: "add", path: 'addresses[type eq "work"].country', value: "JP" },
    );
    expect(mail.emails).toEqual([{ value: "pat@example.com", type: "work", primary: true }]);
    expect(mail.phoneNumbers[0].type).toBe("mobile");
    expect(mail[enterprise].manager).toEqual({ value: "4711" });
    // Okta repeats the id, and sends whole objects.
    const id = path.split("/")[2];
    expect((await change({ op: "replace", value: { id, active: false } })).active).toBe(false);
    const less = await change(
      { op: "remove", path: "phoneNumbers" },
      { op: "remove", path: `${enterprise}:department` },
      { op: "replace", path: "name", value: { givenName: "Patricia" } },
      { op: "remove", path: "externalId" },
    );
    expect(less.phoneNumbers).toBeUndefined();
    expect(less[enterprise]).toEqual({ manager: { value: "4711" } });
    expect(less.name).toMatchObject({ givenName: "Patricia", familyName: "Chester" });
    expect(less.externalId).toBeUndefined();
  });

  it.each([
    [{ op: "move", path: "active" }, 400, "invalidSyntax"],
    [{ op: "remove" }, 400, "noTarget"],
    [{ op: "replace", path: "shoeSize", value: 4 }, 400, "invalidPath"],
    [{ op: "replace", path: "name.shoe", value: "4" }, 400, "invalidPath"],
    [{ op: "replace", path: "na me", value: "4" }, 400, "invalidPath"],
    [{ op: "replace", path: 'emails[type eq "work"', value: "4" }, 400, "invalidPath"],
    [{ op: "replace", path: "emails[type eq].value", value: "4" }, 400, "invalidFilter"],
    [{ op: "replace", path: "emails[not (type pr)].value", value: "4@example.com" }, 400, "noTarget"],
    [{ op: "replace", path: "id", value: "4" }, 400, "mutability"],
    [{ op: "replace", path: "groups", value: [] }, 400, "mutability"],
    [{ op: "replace", path: "active", value: "maybe" }, 400, "invalidValue"],
    [{ op: "replace", path: "userName", value: "grace" }, 409, "uniqueness"],
    [{ op: "replace", path: "userName" }, 400, "invalidValue"],
    [{ op: "remove", path: "userName" }, 400, "invalidValue"],
    [{ op: "replace", value: "active" }, 400, "invalidValue"],
  ])("refuse %j", async (operation, status, scimType) => {
    const found = await find('userName eq "patch"');
    expect(found).toEqual(["patch"]);
    const { body } = await directory.call("GET", '/Users?filter=userName%20eq%20"patch"');
    const path = `/Users/${body.Resources[0].id}`;
    // The good one before it is not kept either.
    const good = { op: "replace", path: "displayName", value: "Never" };
    expect(await refusedAs(directory.patch(path, good, operation))).toEqual([status, scimType]);
    expect((await directory.call("GET", path)).body.displayName).not.toBe("Never");
  });

  it("refuse floods", async () => {
    const path = `/Users/${await directory.add("flood")}`;
    const many = Array.from({ length: 1_001 }, () => ({ op: "replace", path: "active", value: true }));
    expect(await refusedAs(directory.patch(path, ...many))).toEqual([400, "invalidSyntax"]);
    const deep = `{"Operations":${"[".repeat(200)}${"]".repeat(200)}}`;
    expect(await refusedAs(directory.call("PATCH", path, deep))).toEqual([400, "invalidSyntax"]);
    const huge = `{"x":"${"y".repeat(5_000_000)}"}`;
    expect(await refusedAs(directory.call("POST", "/Users", huge))).toEqual([413, undefined]);
    const form = { "content-type": "text/plain" };
    expect(await refusedAs(directory.call("POST", "/Users", "x", form))).toEqual([415, undefined]);
  });
});

describe("the operate log", () => {
  it("names the source", async () => {
    const id = await directory.add("told");
    await directory.patch(`/Users/${id}`, { op: "replace", path: "title", value: "Scribe" });
    await directory.call("DELETE", `/Users/${id}`);
    const { rows } = await sql<{ user_display: string; action: string; org_id: string }>`
      select distinct l.user_display, l.action from operate_logs l join users u on u.id::text = l.resource_id
      where u.username = 'told' order by l.action
    `.execute(product.database.db);
    const { body } = await product.administrator.call("GET", `sallyport/scim-sources/${directory.sourceId}/`);
    const name = `SCIM: ${body.name}`;
    expect(rows).toEqual(["create", "delete", "update"].map((action) => ({ user_display: name, action })));
    expect(body).toMatchObject({ has_token: true, endpoint: expect.stringMatching(/\/scim\/v2$/) });
    expect(body.date_last_used).not.toBeNull();
    expect(body.users_amount).toBeGreaterThan(2);
    expect(body.organization.id).toBe(defaultOrganization);
  });
});

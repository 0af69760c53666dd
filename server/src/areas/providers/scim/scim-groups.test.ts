import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { createDirectory, type Directory, defaultOrganization } from "./scim-caller.fixture.ts";

let product: TestProduct;
let directory: Directory;
let people: string[];

beforeAll(async () => {
  product = await createTestProduct();
  directory = await createDirectory(product);
  people = [];
  for (const name of ["m1", "m2", "m3"]) people.push(await directory.add(name));
});
afterAll(() => product?.close());

const members = async (path: string): Promise<string[]> => {
  const { body } = await directory.call("GET", path);
  return body.members.map(({ value }: { value: string }) => value).sort();
};
const add = (displayName: string, more: object = {}, by = directory) =>
  by.call("POST", "/Groups", { displayName, ...more });
const some = (...indexes: number[]) => indexes.map((index) => people[index] as string).sort();
const asMembers = (...indexes: number[]) => some(...indexes).map((value) => ({ value }));

test("groups are made, found, renamed, and have the source's people as members", async () => {
  const made = await add("Operators", { externalId: "G-1", members: asMembers(0, 1) });
  expect(made.status).toBe(201);
  const path = `/Groups/${made.body.id}`;
  expect(await members(path)).toEqual(some(0, 1));
  const person = await directory.call("GET", `/Users/${people[0]}`);
  expect(person.body.groups).toMatchObject([{ value: made.body.id, display: "Operators" }]);
  for (const filter of [
    'displayName eq "operators"',
    'externalId eq "G-1"',
    `members[value eq "${people[0]}"]`,
    `members.value eq "${people[1]}"`,
    `id eq "${made.body.id}"`,
  ]) {
    const { body } = await directory.call("GET", `/Groups?filter=${encodeURIComponent(filter)}`);
    expect([filter, body.totalResults]).toEqual([filter, 1]);
  }
  const without = await directory.call("GET", "/Groups?excludedAttributes=members");
  expect(without.body.Resources[0].members).toBeUndefined();
  const ofGroup = await directory.call("GET", `/Users?filter=groups.value%20eq%20"${made.body.id}"`);
  expect(ofGroup.body.totalResults).toBe(2);

  // Entra ID: members by lists, in operations with a capital.
  await directory.patch(path, { op: "Add", path: "members", value: asMembers(2) });
  expect(await members(path)).toEqual(some(0, 1, 2));
  await directory.patch(path, { op: "Remove", path: "members", value: asMembers(0) });
  expect(await members(path)).toEqual(some(1, 2));
  await directory.patch(path, { op: "Replace", path: "displayName", value: "Operations" });
  // Okta: a choice of one, and whole objects.
  await directory.patch(path, { op: "remove", path: `members[value eq "${people[1]}"]` });
  expect(await members(path)).toEqual(some(2));
  await directory.patch(path, { op: "replace", path: "members", value: asMembers(0, 1) });
  expect(await members(path)).toEqual(some(0, 1));
  const renamed = await directory.patch(path, {
    op: "replace",
    value: { id: made.body.id, displayName: "Operators 2" },
  });
  expect(renamed.body).toMatchObject({ displayName: "Operators 2", externalId: "G-1" });
  const replaced = await directory.call("PUT", path, { displayName: "Operators 3", members: asMembers(2) });
  expect(replaced.status).toBe(200);
  expect(await members(path)).toEqual(some(2));
  await directory.patch(path, { op: "remove", path: "members" });
  expect(await members(path)).toEqual([]);
  expect((await directory.call("DELETE", path)).status).toBe(204);
  expect((await directory.call("GET", path)).status).toBe(404);
});

test("members somebody else put in are neither shown nor taken out", async () => {
  const made = await add("Mixed", { members: asMembers(0) });
  const local = await product.createUser({});
  const { body: here } = await product.administrator.call("GET", "users/groups/?name=Mixed");
  const relation = { user: local.id, usergroup: here[0].id };
  await product.administrator.call("POST", "users/users-groups-relations/", relation);
  const group = async () => (await product.administrator.call("GET", `users/groups/${here[0].id}/`)).body;
  const path = `/Groups/${made.body.id}`;
  expect(await members(path)).toEqual(some(0));
  await directory.patch(path, { op: "replace", path: "members", value: [] });
  expect((await group()).users.map(({ id }: { id: string }) => id)).toEqual([local.id]);
  // It is not empty: who is in it keeps it.
  await directory.call("DELETE", path);
  expect((await group()).name).toBe("Mixed");
});

test("groups that are here are taken over only where that was arranged", async () => {
  await product.administrator.call("POST", "users/groups/", { name: "Local" });
  const refused = await add("Local");
  expect([refused.status, refused.body.scimType]).toEqual([409, "uniqueness"]);
  const linking = await createDirectory(product, { links_existing: true });
  const taken = await add("Local", {}, linking);
  expect(taken.status).toBe(201);
  const twice = await add("Local", {}, linking);
  expect([twice.status, twice.body.scimType]).toEqual([409, "uniqueness"]);
  await linking.call("DELETE", `/Groups/${taken.body.id}`);
  const { body } = await product.administrator.call("GET", "users/groups/?name=Local");
  expect(body).toHaveLength(1);
});

test("what is no group or member is refused", async () => {
  const made = await add("Checked", { members: asMembers(0) });
  const path = `/Groups/${made.body.id}`;
  const stranger = await createDirectory(product);
  const foreign = await stranger.add("stranger");
  for (const [operation, scimType] of [
    [{ op: "add", path: "members", value: [{ value: foreign }] }, "invalidValue"],
    [{ op: "add", path: "members", value: [{ value: "nobody" }] }, "invalidValue"],
    [{ op: "add", path: "members", value: [{ value: people[1], type: "Group" }] }, "invalidValue"],
    [{ op: "add", path: "members", value: 7 }, "invalidValue"],
    [{ op: "replace", path: "displayName", value: "" }, "invalidValue"],
    [{ op: "replace", path: 'members[value eq "x"].display', value: "y" }, "mutability"],
    [{ op: "remove", path: 'members[display eq "x"]' }, "invalidFilter"],
  ] as const) {
    const { status, body } = await directory.patch(path, operation);
    expect([operation, status, body.scimType]).toEqual([operation, 400, scimType]);
  }
  expect(await members(path)).toEqual(some(0));
  for (const body of [{}, { displayName: "a\u0000b" }, { displayName: "x".repeat(200) }]) {
    const { status } = await directory.call("POST", "/Groups", body);
    expect([body, status]).toEqual([body, 400]);
  }
});

test("a source neither sees nor reaches what another one sent, in its organization or elsewhere", async () => {
  const { body: organization } = await product.administrator.call("POST", "orgs/orgs/", {
    name: "Elsewhere",
  });
  const here = await createDirectory(product, { user_source: "openid" });
  const there = await createDirectory(product, { organization: organization.id });
  const id = await here.add("mine");
  const group = (await add("Ours", { members: [{ value: id }] }, here)).body.id;
  for (const other of [there, directory]) {
    for (const path of [`/Users/${id}`, `/Groups/${group}`]) {
      expect((await other.call("GET", path)).status).toBe(404);
      expect((await other.call("PUT", path, { userName: "x", displayName: "x" })).status).toBe(404);
      expect((await other.patch(path, { op: "replace", path: "displayName", value: "x" })).status).toBe(404);
      expect((await other.call("DELETE", path)).status).toBe(404);
    }
    for (const filter of ['userName eq "mine"', `groups.value eq "${group}"`]) {
      const { body } = await other.call("GET", `/Users?filter=${encodeURIComponent(filter)}`);
      expect(body.totalResults).toBe(0);
    }
    const again = await other.call("POST", "/Users", { userName: "mine" });
    expect([again.status, again.body.scimType]).toEqual([409, "uniqueness"]);
    expect(again.text).not.toContain("openid");
  }
  // Each organization has groups of its own.
  expect((await add("Ours", {}, there)).status).toBe(201);
  await there.add("theirs");
  const { body: members } = await product.administrator.call(
    "GET",
    `users/users/?oid=${organization.id}&username=theirs`,
  );
  expect(members).toHaveLength(1);
  const { body: strangers } = await product.administrator.call(
    "GET",
    `users/users/?oid=${defaultOrganization}&username=theirs`,
  );
  expect(strangers).toEqual([]);
});

// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { cleanUpPage, json, openPage, rowOf, servePage } from "../../testing/page-harness.tsx";
import { OwnLinksCard } from "./own-links-card.tsx";
import SourcePeople from "./source-people.tsx";

const RULES = "/api/v1/sallyport/source-rules/";
const LINKS = "/api/v1/sallyport/source-links/";
const OWN = "/api/v1/sallyport/my-source-links/";
const TRIALS = "/api/v1/sallyport/source-trials/";

const related = { type: "object_related_field", label: "Role" } as const;
const RULE_FIELDS: FieldMap = {
  id: { type: "string", label: "ID" },
  attribute: { type: "string", label: "Attribute", default: "groups" },
  value: { type: "string", label: "Value", required: true },
  role: related,
  organization: { ...related, label: "Organization" },
  group: { ...related, label: "User group" },
  comment: { type: "string", label: "Comment" },
};
const LINK_FIELDS: FieldMap = {
  id: { type: "string", label: "ID" },
  user: { type: "object_related_field", label: "User" },
  subject: { type: "string", label: "Identifier there" },
};
const RULE: Row = {
  id: "r1",
  attribute: "groups",
  value: "ops",
  role: { id: "role-1", name: "Auditor", display_name: "System auditor" },
  organization: null,
  group: null,
  comment: "",
};
const LINK: Row = { id: "l1", user: { id: "u1", name: "Ada", username: "ada" }, subject: "s-1" };

const ADMIN = ["settings.change_auth", "users.view_user"];

const serve = (answer?: Parameters<typeof servePage>[1]) =>
  servePage(
    {
      [RULES]: { fields: RULE_FIELDS, rows: [RULE] },
      [LINKS]: { fields: LINK_FIELDS, rows: [LINK] },
    },
    (request) => {
      if (request.method === "OPTIONS" && request.path === RULES)
        return json(200, { actions: { GET: RULE_FIELDS, POST: RULE_FIELDS, PUT: RULE_FIELDS } });
      return answer?.(request);
    },
  );

const open = (may: readonly string[] = ADMIN, source = "openid") =>
  openPage(<SourcePeople />, {
    at: `/settings/auth/sources/${source}`,
    path: "/settings/auth/sources/:source",
    may,
    profile: { is_superuser: may === ADMIN },
  });

afterEach(cleanUpPage);

test("a rule of the source is made: what it does not give is null", async () => {
  const server = serve(({ path }) =>
    path === "/api/v1/users/groups/"
      ? json(200, { count: 1, results: [{ id: "g1", name: "Ops", org_name: "Default" }] })
      : undefined,
  );
  await open();
  await rowOf("ops");
  expect(server.requests("GET", RULES).at(-1)?.query.get("source")).toBe("openid");
  fireEvent.click(screen.getByRole("button", { name: "Create rule" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(await dialog.findByLabelText("Value"), { target: { value: "staff" } });
  fireEvent.mouseDown(dialog.getByRole("combobox", { name: "User group" }));
  fireEvent.click(await screen.findByText("Ops (Default)"));
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(server.requests("POST", RULES).map(({ body }) => body)).toMatchObject([
      {
        attribute: "groups",
        value: "staff",
        source: "openid",
        role: null,
        organization: null,
        group: { pk: "g1" },
      },
    ]),
  );
});

test("a changed rule starts with what it gives, and keeps it", async () => {
  const server = serve();
  await open();
  fireEvent.click((await rowOf("ops")).getByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(await dialog.findByLabelText("Value"), { target: { value: "ops-eu" } });
  expect(dialog.queryByText("Organization")).toBeNull();
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(server.requests("PUT", `${RULES}r1/`).map(({ body }) => body)).toMatchObject([
      { value: "ops-eu", role: { pk: "role-1" }, organization: null, group: null },
    ]),
  );
});

test("a rule is deleted, with a question before", async () => {
  const server = serve();
  const told = await open();
  const row = await rowOf("ops");
  const link = row.queryByRole("button", { name: "Delete" });
  if (link === null) fireEvent.click(row.getAllByRole("button").at(-1) as HTMLElement);
  fireEvent.click(link ?? (await screen.findByRole("menuitem", { name: "Delete" })));
  expect(told.questions).toHaveLength(1);
  await told.agree();
  expect(server.requests("DELETE", `${RULES}r1/`)).toHaveLength(1);
});

test("who may not write rules sees them and no way to change them", async () => {
  serve();
  await open(["settings.change_auth"]);
  const row = await rowOf("ops");
  expect(row.queryByRole("button", { name: "Edit" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Create rule" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Preview sign-in" })).toBeNull();
});

test("a linked user is unlinked after a question", async () => {
  const server = serve();
  const told = await open();
  fireEvent.click(screen.getByRole("tab", { name: "Linked users" }));
  fireEvent.click((await rowOf("s-1")).getByRole("button", { name: "Unlink" }));
  expect(told.questions).toEqual(["Unlink Ada (ada)?"]);
  expect(server.requests("DELETE", `${LINKS}l1/`)).toEqual([]);
  await told.agree();
  expect(server.requests("DELETE", `${LINKS}l1/`)).toHaveLength(1);
});

test("a preview tells user, fields, roles and why somebody is refused", async () => {
  const outcome = {
    action: "refuse",
    username: "omar",
    user: { id: "u2", name: "Omar", username: "omar" },
    refusal: "The username belongs to somebody else.",
    changes: [],
    gains: [],
    losses: [],
    attributes: { groups: ["staff", "ops"] },
  };
  const server = serve(({ path }) => (path === TRIALS ? json(200, outcome) : undefined));
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "Preview sign-in" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("button", { name: "Show" }));
  expect(await dialog.findByText("The username belongs to somebody else.")).toBeDefined();
  expect(dialog.getByText("groups = staff, ops")).toBeDefined();
  expect(dialog.queryByText("Gets")).toBeNull();
  expect(server.requests("POST", TRIALS).map(({ body }) => body)).toEqual([
    {
      source: "openid",
      claims: {
        sub: "248289761001",
        preferred_username: "ada",
        email: "ada@example.com",
        groups: ["staff"],
      },
    },
  ]);
});

test.each([
  ["a directory is asked by username", "ldap", { username: "bo" }],
  [
    "a RADIUS server's attributes are entered",
    "radius",
    { username: "bo", claims: { "Filter-Id": "staff" } },
  ],
])("%s", async (_what, source, sent) => {
  const outcome = {
    action: "create",
    username: "bo",
    user: null,
    refusal: null,
    changes: [{ field: "email", before: null, after: "bo@corp.test" }],
    gains: ["System auditor"],
    losses: [],
    attributes: {},
  };
  const server = serve(({ path }) => (path === TRIALS ? json(200, outcome) : undefined));
  await open(ADMIN, source);
  fireEvent.click(await screen.findByRole("button", { name: "Preview sign-in" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(await dialog.findByLabelText("Username"), { target: { value: "bo" } });
  fireEvent.click(dialog.getByRole("button", { name: "Show" }));
  expect(await dialog.findByText("A new user bo is created.")).toBeDefined();
  expect(dialog.getByText("email: – → bo@corp.test")).toBeDefined();
  expect(dialog.getByText("System auditor")).toBeDefined();
  expect(server.requests("POST", TRIALS)[0]?.body).toEqual({ source, ...sent });
});

test("a source there is not is said", async () => {
  serve();
  await open(ADMIN, "elsewhere");
  expect(await screen.findByText("This address names a source that does not exist.")).toBeDefined();
});

test("a person unlinks what was added to how they sign in, and not the source they come from", async () => {
  const links = [
    { id: "o1", source: { value: "openid" }, subject: "s-1", date_created: "2026/01/01 00:00:00 +0000" },
    { id: "o2", source: { value: "ldap" }, subject: "s-2", date_created: "2026/01/01 00:00:00 +0000" },
  ];
  const server = serve(({ method, path }) =>
    method === "GET" && path === OWN ? json(200, links) : undefined,
  );
  const told = await openPage(<OwnLinksCard />, { profile: { source: { value: "ldap" } } as never });
  fireEvent.click(await screen.findByRole("button", { name: "Unlink OpenID Connect" }));
  expect(screen.queryByRole("button", { name: "Unlink LDAP" })).toBeNull();
  await told.agree();
  await waitFor(() => expect(server.requests("DELETE", `${OWN}o1/`)).toHaveLength(1));
  await waitFor(() => expect(told.toasts).toEqual(["OpenID Connect was unlinked"]));
});

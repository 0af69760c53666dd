import { expect, test } from "vitest";
import { chooseTab } from "../detail/tab-choice.ts";
import { defaultProtocols } from "../field-kinds/protocol-rows.ts";
import { asProtocols } from "../field-kinds/protocols.tsx";
import { buildForm, initialValues, wireValues } from "./form-model.ts";

const FIELDS = {
  name: { type: "string", required: true, label: "Name" },
  secret: { type: "string", write_only: true, label: "Secret" },
  source: { type: "labeled_choice", default: "local", choices: [{ value: "local", label: "Local" }] },
  groups: { type: "m2m_related_field" },
  domain: { type: "object_related_field" },
  created_by: { type: "string", read_only: true },
  phone: { type: "string" },
} as const;
const GROUPS = [
  { title: "A", fields: ["name", "secret", "source", "unknown"] },
  { title: "B", fields: ["groups", "domain", "phone", "created_by"] },
  { title: "C", fields: ["created_by"] },
];

test("the form has what both the area and the metadata know, without read-only fields", () => {
  const form = buildForm(FIELDS, GROUPS, {});
  expect(form.map(({ title, fields }) => [title, fields.map(({ name }) => name)])).toEqual([
    ["A", ["name", "secret", "source"]],
    ["B", ["groups", "domain", "phone"]],
  ]);
});

test("a new object starts with the given values, then the metadata's defaults", () => {
  const values = initialValues(buildForm(FIELDS, GROUPS, {}), { name: "given", groups: ["g1"] }, undefined);
  expect(values).toMatchObject({
    name: "given",
    source: "local",
    groups: [{ value: "g1" }],
    secret: undefined,
  });
});

test("what is read goes back unchanged in the shape the API takes; secrets stay out until entered", () => {
  const form = buildForm(FIELDS, GROUPS, {});
  const object = {
    name: "web",
    source: { value: "local", label: "Local" },
    groups: [{ id: "g1", name: "Ops" }],
    domain: null,
    phone: { code: "+81", phone: 90 },
  };
  const values = initialValues(form, {}, object);
  expect(wireValues(form, values)).toEqual({
    name: "web",
    source: "local",
    groups: [{ pk: "g1" }],
    domain: null,
    phone: "+8190",
  });
  expect(wireValues(form, { ...values, secret: "s" })).toMatchObject({ secret: "s" });
});

test("hidden fields are not sent", () => {
  const form = buildForm(FIELDS, GROUPS, { phone: { hidden: () => true } });
  expect(wireValues(form, initialValues(form, {}, { name: "x" }))).not.toHaveProperty("phone");
});

test("a new asset starts with the platform's required, primary and default protocols, else the first", () => {
  const all = asProtocols([
    { name: "ssh", port: 22, primary: true },
    { name: "sftp", port: 22, default: true },
    { name: "rdp", port: 3389 },
  ]);
  expect(defaultProtocols(all).map(({ name }) => name)).toEqual(["ssh", "sftp"]);
  expect(defaultProtocols(all.slice(2)).map(({ name }) => name)).toEqual(["rdp"]);
});

test("the tab comes from the address, then the memory, then the default, then the first", () => {
  const tabs = ["Detail", "Account"];
  expect(chooseTab(tabs, "account", "Detail")).toBe("Account");
  expect(chooseTab(tabs, null, "ACCOUNT")).toBe("Account");
  expect(chooseTab(tabs, "gone", undefined, "Account")).toBe("Account");
  expect(chooseTab(tabs, null, undefined)).toBe("Detail");
});

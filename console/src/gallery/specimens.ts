import type { ComponentType } from "react";
import { AssetsInput } from "../areas/assets/index.ts";
import type { FieldInputProps, RelatedSource } from "../kit/field-kinds/field-kind.ts";
import type { FieldKindName } from "../kit/metadata/kind-of.ts";
import type { FieldMetadata, Row } from "../kit/metadata/types.ts";
import { CascaderInput } from "../kit/widgets/cascader-input.tsx";
import { DynamicList } from "../kit/widgets/dynamic-list.tsx";
import { KeyUpload } from "../kit/widgets/key-upload.tsx";
import { PasswordInput } from "../kit/widgets/password-input.tsx";
import { SecretUpload } from "../kit/widgets/secret-upload.tsx";
import { NotedProtocols } from "./noted-protocols.tsx";
import { PeopleTransfer } from "./people-transfer.tsx";

/** A widget to show, with a value in the API's shape. */
export interface Specimen {
  readonly name: string;
  readonly kind: FieldKindName;
  readonly field: FieldMetadata;
  readonly value: unknown;
  readonly input?: ComponentType<FieldInputProps>;
  readonly related?: RelatedSource;
  /** Never read back, so there is nothing to show without an input. */
  readonly secret?: boolean;
  /** Values of other fields it looks at. */
  readonly beside?: Row;
}

/** People, as options. */
export const PEOPLE: RelatedSource = {
  url: "/api/gallery/people/",
  label: (person) => `${String(person.name)}(${String(person.username)})`,
  attributes: [
    { name: "username", label: "Username", type: "text" },
    { name: "is_active", label: "Active", type: "boolean" },
    { name: "groups", label: "Groups", type: "related", related: { url: "/api/gallery/people/" } },
    { name: "address", label: "Address", type: "address" },
    { name: "priority", label: "Priority", type: "number" },
    { name: "kind", label: "Kind", type: "choice", choices: [{ value: "a", label: "First kind" }] },
  ],
};

const person = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ id: person(index) }));
const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `c${index}`, label: `Choice ${index + 1}` }));

const ACTIONS = [
  {
    value: "All",
    label: "All",
    children: [
      { value: "connect", label: "Connect (All protocols)" },
      {
        value: "Transfer",
        label: "Transfer",
        children: [
          { value: "upload", label: "Upload (RDP, SFTP)" },
          { value: "download", label: "Download (RDP, SFTP)" },
        ],
      },
    ],
  },
];
const PLATFORM_PROTOCOLS = [
  { name: "ssh", port: 22, primary: true },
  { name: "sftp", port: 22, default: true },
  { name: "http", port: 80, port_from_addr: true },
];
const SCRIPT = '#!/bin/bash\nfor host in web db; do\n    echo "$host" # each\ndone\n';

/** Every widget of the kit. */
export const SPECIMENS: readonly Specimen[] = [
  { name: "Text", kind: "string", field: { type: "string", max_length: 64 }, value: "web-01" },
  { name: "Text area", kind: "text-area", field: { type: "string" }, value: "Two\nlines" },
  { name: "Email", kind: "email", field: { type: "email" }, value: "ada@example.com" },
  { name: "Secret", kind: "secret", field: { type: "string", write_only: true }, value: "never shown" },
  {
    name: "Password",
    kind: "string",
    field: { type: "string" },
    value: "Harbour-9",
    input: PasswordInput,
    secret: true,
  },
  { name: "Integer", kind: "integer", field: { type: "integer", min_value: 1, max_value: 100 }, value: 50 },
  { name: "Switch", kind: "boolean", field: { type: "boolean" }, value: true },
  {
    name: "Choice, few",
    kind: "choice",
    field: { type: "labeled_choice", choices: choices(3) },
    value: "c1",
  },
  {
    name: "Choice, many",
    kind: "choice",
    field: { type: "labeled_choice", choices: choices(9) },
    value: "c4",
  },
  {
    name: "Choices, few",
    kind: "choices",
    field: { type: "multiple choice", choices: choices(5) },
    value: ["c0", "c3"],
  },
  {
    name: "Choices, many",
    kind: "choices",
    field: { type: "multiple choice", choices: choices(40) },
    value: choices(14).map(({ value }) => value),
  },
  {
    name: "Related object",
    kind: "related",
    field: { type: "object_related_field" },
    value: { id: person(3) },
    related: PEOPLE,
  },
  {
    name: "Related objects",
    kind: "related-many",
    field: { type: "m2m_related_field" },
    value: people(13),
    related: PEOPLE,
  },
  {
    name: "Assets",
    kind: "related-many",
    field: { type: "m2m_related_field" },
    value: people(2),
    input: AssetsInput,
    related: PEOPLE,
  },
  {
    name: "Transfer",
    kind: "related-many",
    field: { type: "m2m_related_field" },
    value: people(12),
    input: PeopleTransfer,
  },
  {
    name: "Cascader",
    kind: "choice",
    field: { type: "tree", tree: ACTIONS },
    value: "upload",
    input: CascaderInput,
  },
  { name: "Tree choice", kind: "tree", field: { type: "tree", tree: ACTIONS }, value: ["connect", "upload"] },
  {
    name: "Date and time",
    kind: "datetime",
    field: { type: "datetime" },
    value: "2026/01/02 03:04:05 +0000",
  },
  { name: "Date", kind: "date", field: { type: "date" }, value: "2026-01-02" },
  {
    name: "List",
    kind: "list",
    field: { type: "list", child: { type: "string" } },
    value: ["root", "admin"],
  },
  {
    name: "Dynamic list",
    kind: "list",
    field: { type: "list" },
    value: ["first", "second"],
    input: DynamicList,
  },
  { name: "Addresses", kind: "addresses", field: { type: "list" }, value: ["10.0.0.0/8", "nowhere"] },
  {
    name: "Times of the week",
    kind: "time-periods",
    field: { type: "list" },
    value: [1, 2, 3, 4, 5].map((id) => ({ id, value: "09:00~12:00、13:30~18:00" })),
  },
  { name: "Schedule", kind: "cron", field: { type: "string" }, value: "30 2 * * 1-5" },
  { name: "Phone", kind: "phone", field: { type: "string" }, value: { code: "+81", phone: 9012345678 } },
  {
    name: "Labels",
    kind: "labels",
    field: { type: "field" },
    value: [{ id: "label-0", name: "env", value: "prod" }],
  },
  {
    name: "Protocols of an asset",
    kind: "protocols",
    field: { type: "field", default: PLATFORM_PROTOCOLS },
    value: [
      { name: "ssh", port: 22 },
      { name: "http", port: 1 },
    ],
    beside: { address: "http://intranet.example:8081/" },
  },
  {
    name: "Protocols with read-only settings",
    kind: "protocols",
    field: { type: "field", default: PLATFORM_PROTOCOLS },
    value: [{ name: "ssh", port: 22 }],
    input: NotedProtocols,
  },
  {
    name: "Protocols of a platform",
    kind: "protocols",
    field: {
      type: "field",
      default: PLATFORM_PROTOCOLS,
      child: {
        type: "nested object",
        children: Object.fromEntries(
          ["name", "port", "primary", "required", "default", "public", "setting"].map((name) => [
            name,
            { type: "field" },
          ]),
        ),
      },
    },
    value: PLATFORM_PROTOCOLS.slice(0, 2),
  },
  {
    name: "Everyone",
    kind: "attribute-filter",
    field: { type: "field" },
    value: { type: "all" },
    related: PEOPLE,
  },
  {
    name: "Specific people",
    kind: "attribute-filter",
    field: { type: "field" },
    value: { type: "ids", ids: [person(1), person(2)] },
    related: PEOPLE,
  },
  {
    name: "People by attributes",
    kind: "attribute-filter",
    field: { type: "field" },
    value: {
      type: "attrs",
      attrs: [
        { name: "username", match: "startswith", value: "person-1" },
        { name: "groups", match: "m2m", value: [person(4)] },
      ],
    },
    related: PEOPLE,
  },
  { name: "JSON", kind: "json", field: { type: "json" }, value: { retries: 3, hosts: ["a", "b"] } },
  { name: "Code", kind: "code", field: { type: "string" }, value: SCRIPT },
  {
    name: "Key from a file",
    kind: "string",
    field: { type: "string" },
    value: "a key",
    input: KeyUpload,
    secret: true,
  },
  {
    name: "Secret from a file",
    kind: "string",
    field: { type: "string" },
    value: "several\nlines",
    input: SecretUpload,
    secret: true,
  },
  { name: "File", kind: "file", field: { type: "file upload" }, value: "/media/playbooks/site.zip" },
  {
    name: "Picture",
    kind: "picture",
    field: { type: "image upload" },
    value: "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  },
];

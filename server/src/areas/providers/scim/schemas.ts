import type { Json } from "../../../engine/json.ts";
import { enterpriseSchema, groupSchema, userSchema } from "./filter.ts";

/** An attribute as a schema declares it (RFC 7643, section 7). */
export interface AttributeSchema {
  readonly name: string;
  readonly type: "string" | "boolean" | "complex" | "reference";
  readonly description: string;
  readonly multiValued: boolean;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: "readOnly" | "readWrite" | "immutable";
  readonly returned: "default";
  readonly uniqueness: "none" | "server";
  readonly subAttributes?: readonly AttributeSchema[];
}

const line = (name: string, description: string, more: Partial<AttributeSchema> = {}): AttributeSchema => ({
  name,
  type: "string",
  description,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...more,
});

const complex = (
  name: string,
  description: string,
  subAttributes: readonly AttributeSchema[],
  more: Partial<AttributeSchema> = {},
): AttributeSchema => line(name, description, { type: "complex", subAttributes, ...more });

const externalId = line("externalId", "The identifier of the directory itself.", { caseExact: true });

const readOnly = { mutability: "readOnly" } as const;

const contact = (kinds: string): readonly AttributeSchema[] => [
  line("value", "The value itself."),
  line("type", `What it is for: ${kinds}.`),
  line("primary", "Whether it is the first choice.", { type: "boolean" }),
];

/** Attributes of people. */
export const userAttributes: readonly AttributeSchema[] = [
  externalId,
  line("userName", "The username, unique in this installation.", { required: true, uniqueness: "server" }),
  line("displayName", "The name shown to people; name.formatted is the same."),
  complex("name", "Parts of the name.", [
    line("formatted", "The whole name."),
    line("givenName", "The given name."),
    line("familyName", "The family name."),
  ]),
  complex("emails", "The address; of several the primary one is kept.", contact("work, home"), {
    multiValued: true,
  }),
  complex("phoneNumbers", "The phone number; of several the primary one is kept.", contact("work, mobile"), {
    multiValued: true,
  }),
  line("title", "The title, for rules of roles and groups."),
  line("userType", "The kind of person, for rules of roles and groups."),
  line("active", "Whether the person may come in.", { type: "boolean" }),
  complex(
    "groups",
    "The groups of this source that the person is in.",
    [line("value", "The group's id.", readOnly), line("display", "The group's name.", readOnly)],
    { multiValued: true, ...readOnly },
  ),
];

/** Attributes of people in companies: kept for filters and rules. */
export const enterpriseAttributes: readonly AttributeSchema[] = [
  line("employeeNumber", "The number of the person in the company."),
  line("costCenter", "The cost center."),
  line("organization", "The organization."),
  line("division", "The division."),
  line("department", "The department."),
  complex("manager", "Who the person reports to.", [
    line("value", "The manager's id."),
    line("displayName", "The manager's name."),
  ]),
];

/** Attributes of groups. */
export const groupAttributes: readonly AttributeSchema[] = [
  externalId,
  line("displayName", "The name, unique in its organization.", { required: true, uniqueness: "server" }),
  complex(
    "members",
    "The people of this source in the group.",
    [
      line("value", "The person's id.", { mutability: "immutable" }),
      line("display", "The person's name.", readOnly),
    ],
    { multiValued: true },
  ),
];

/** Attributes of the standard that are not kept: whoever sends them is not refused. */
export const unkept: ReadonlySet<string> = new Set(
  "password nickname profileurl preferredlanguage locale timezone ims photos addresses entitlements roles x509certificates".split(
    " ",
  ),
);

const schema = (id: string, name: string, description: string, attributes: readonly AttributeSchema[]) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
  id,
  name,
  description,
  attributes,
});

/** `/Schemas`, without where each is. */
export const schemas = [
  schema(userSchema, "User", "A person.", userAttributes),
  schema(enterpriseSchema, "EnterpriseUser", "A person in a company.", enterpriseAttributes),
  schema(groupSchema, "Group", "A group of people.", groupAttributes),
];

const kind = (id: "User" | "Group", path: string, own: string, more: object = {}) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
  id,
  name: id,
  endpoint: path,
  schema: own,
  ...more,
});

/** `/ResourceTypes`, without where each is. */
export const resourceTypes = [
  kind("User", "/Users", userSchema, {
    schemaExtensions: [{ schema: enterpriseSchema, required: false }],
  }),
  kind("Group", "/Groups", groupSchema),
];

/** Most resources of one answer. */
export const mostResources = 200;

/** `/ServiceProviderConfig`. */
export const serviceProviderConfig: Json = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostResources },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "The token of the SCIM source, in the Authorization header.",
      primary: true,
    },
  ],
};

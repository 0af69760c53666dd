import { cookieNames, wireCookieName } from "../http/cookies.ts";
import type { JsonSchema } from "./field-schema.ts";

const text: JsonSchema = { type: "string" };

const json = (schema: JsonSchema): JsonSchema => ({ "application/json": { schema } });

const reference = (kind: string, name: string): JsonSchema => ({ $ref: `#/components/${kind}/${name}` });

/** A reference to a shared schema. */
export const schemaRef = (name: string): JsonSchema => reference("schemas", name);
/** A reference to a shared parameter. */
export const parameterRef = (name: keyof typeof parameters): JsonSchema => reference("parameters", name);
/** A reference to a shared answer. */
export const responseRef = (name: keyof typeof responses): JsonSchema => reference("responses", name);

/** Shapes that every resource shares. Contract: docs/contract/conventions.md, "Errors". */
export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: "object",
    properties: {
      detail: { ...text, description: "For people, in the language of the request." },
      code: { ...text, description: "For programs; stable." },
      error: { ...text, description: "In place of detail where an address is unknown or a fault ours." },
    },
  },
  FieldErrors: {
    description:
      "Messages by field, nested as the input is; rules across fields under non_field_errors. For arrays: one entry for each item, empty where nothing is wrong.",
    anyOf: [
      {
        type: "object",
        additionalProperties: { anyOf: [{ type: "array", items: {} }, { type: "object" }, text] },
      },
      { type: "array", items: { anyOf: [{ type: "object" }, text] } },
    ],
  },
};

const failure = (description: string): JsonSchema => ({ description, content: json(schemaRef("Error")) });

/** Answers that many operations share. */
export const responses = {
  BadRequest: {
    description: "The input is not valid, or a rule of the business refuses it.",
    content: json({ anyOf: [schemaRef("FieldErrors"), schemaRef("Error")] }),
  },
  Unauthorized: failure("No credentials, or none that are valid."),
  Forbidden: failure("The caller lacks the permission, or the CSRF token."),
  NotFound: failure("There is no such object, or none the caller may know of."),
} as const;

const query = (name: string, schema: JsonSchema, description: string): JsonSchema => ({
  name,
  in: "query",
  required: false,
  schema,
  description,
});

/** Parameters that many operations share. Contract: docs/contract/conventions.md, "Paging", "Filters", "Trimming". */
export const parameters = {
  limit: query(
    "limit",
    { type: "integer", minimum: 1, maximum: 100 },
    "Rows of a page. Without it the answer is the bare array of all rows.",
  ),
  offset: query("offset", { type: "integer", minimum: 0 }, "Rows to leave out before the page."),
  search: query("search", text, "Terms, each of which has to occur in one of the searched columns."),
  order: query("order", text, "Names of fields separated by commas; a minus sign in front means descending."),
  ids: query("ids", text, "Only the objects with these ids, separated by commas."),
  spm: query("spm", text, "Only what the selection behind this token holds."),
  fields: query("fields", text, "Only these fields, separated by commas."),
  fieldsSize: query(
    "fields_size",
    { enum: ["mini", "small"] },
    "Only the declared set of fields of this size.",
  ),
  format: query("format", { enum: ["json", "csv", "xlsx"] }, "What to answer in. Files hold all rows."),
  template: query(
    "template",
    { enum: ["export", "import", "update"] },
    "Columns of a file: what is read, what a creation takes, or what a change takes.",
  ),
  organization: {
    name: "X-JMS-ORG",
    in: "header",
    required: false,
    schema: text,
    description: "Organization to work in: an id, a name, or one of default and root.",
  },
} as const;

/** How callers prove who they are. Contract: docs/contract/conventions.md, "Callers". */
export const securitySchemes = (cookiePrefix: string) => ({
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "A token from POST /api/v1/authentication/auth/.",
  },
  token: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "`Token` and the private token of a user.",
  },
  signature: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "`Signature` and the parameters of an HTTP signature made with an access key.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: wireCookieName(cookiePrefix, cookieNames.session),
    description: `The session of a browser. Unsafe methods also repeat the cookie ${wireCookieName(cookiePrefix, cookieNames.csrf)} in the header X-CSRFToken.`,
  },
  connectionToken: {
    type: "apiKey",
    in: "query",
    name: "token",
    description: "A connection token, on the few reads a connector makes with it.",
  },
});

/** JSON content of a schema. */
export const jsonContent = json;

/** A file of rows that is sent. Contract: docs/contract/files.md, "Reading". */
export const sentFile: JsonSchema = { "text/csv": { schema: text }, "text/xlsx": { schema: {} } };

/** A file of rows that is answered. Contract: docs/contract/files.md, "Formats". */
export const answeredFile: JsonSchema = { "text/csv": { schema: text }, "application/xlsx": { schema: {} } };

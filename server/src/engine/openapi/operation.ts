import type { AccessRule } from "../access/rules.ts";
import type { Method } from "../http/routes.ts";
import { jsonContent, parameterRef, responseRef, sentFile } from "./components.ts";
import type { JsonSchema } from "./field-schema.ts";

/** One operation of the document, and where it stands. */
export interface Operation {
  readonly path: string;
  readonly method: Method;
  readonly operation: JsonSchema;
}

/** What an operation needs beside what it answers. */
export interface OperationParts {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly access: AccessRule;
  readonly connectionToken?: boolean;
  readonly parameters?: readonly JsonSchema[];
  readonly body?: JsonSchema;
  /** Whether the body may be, or without `body` is, a file of rows. */
  readonly takesFiles?: boolean;
  /** Status and content of success; null content for an empty answer. */
  readonly success: { readonly status: string; readonly content: JsonSchema | null };
}

/** `/users/:id/` -> `/users/{id}/`. */
export const openApiPath = (path: string): string => path.replace(/:([a-z_]+)/gi, "{$1}");

function accessText(access: AccessRule): string {
  switch (access.kind) {
    case "anonymous":
      return "For everybody.";
    case "signed-in":
      return "For anyone who is signed in.";
    case "superuser":
      return "For system administrators.";
    case "component":
      return `For components. ${needs(access.codes)}`;
    case "permission":
      return needs(access.codes);
  }
}

const needs = (codes: readonly string[]): string =>
  `Needs ${codes.map((code) => `\`${code.replaceAll("|", "` or `")}\``).join(" and ")}.`;

/** Writes an operation out: security, parameters of the path, and the answers every operation may give. */
export function operationOf(path: string, method: Method, parts: OperationParts): Operation {
  const { access, body, takesFiles, success, parameters = [] } = parts;
  const isAnonymous = access.kind === "anonymous";
  const inPath = [...path.matchAll(/:([a-z_]+)/gi)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const credentials = [
    { bearer: [] },
    { token: [] },
    { signature: [] },
    { session: [] },
    ...(parts.connectionToken === true && method === "GET" ? [{ connectionToken: [] }] : []),
  ];
  return {
    path: openApiPath(path),
    method,
    operation: {
      operationId: parts.id,
      tags: [parts.tag],
      summary: parts.summary,
      description: accessText(access),
      security: isAnonymous ? [] : credentials,
      parameters: [...inPath, ...parameters, ...(isAnonymous ? [] : [parameterRef("organization")])],
      ...(body === undefined && takesFiles !== true
        ? {}
        : {
            requestBody: {
              required: true,
              content: {
                ...(body === undefined ? {} : jsonContent(body)),
                ...(takesFiles === true ? sentFile : {}),
              },
            },
          }),
      responses: {
        [success.status]: {
          description: success.content === null ? "Done." : "The answer.",
          ...(success.content === null ? {} : { content: success.content }),
        },
        "400": responseRef("BadRequest"),
        ...(isAnonymous ? {} : { "401": responseRef("Unauthorized"), "403": responseRef("Forbidden") }),
        ...(inPath.length === 0 ? {} : { "404": responseRef("NotFound") }),
      },
    },
  };
}

/** Words joined to an operation id. */
export const identifier = (...words: string[]): string => words.join("_").replaceAll(/[^A-Za-z0-9]+/g, "_");

import { ApiError } from "../../../engine/errors.ts";
import type { RouteAnswer, RouteDeclaration } from "../../../engine/http/index.ts";
import { literal } from "../../../engine/i18n/index.ts";

/** Kinds of errors that clients tell apart (RFC 7644, section 3.12). */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue";

/** Media type of everything that is answered. */
export const scimMediaType = "application/scim+json; charset=utf-8";

/** An error as SCIM has it. Its text is for the log of a directory, in English as the standard's own words are. */
export class ScimError extends ApiError {
  readonly scimType: ScimType | undefined;
  constructor(status: number, scimType: ScimType | undefined, detail: string) {
    super(status, scimType ?? "error", literal(detail));
    this.scimType = scimType;
  }
}

/** 400: what was sent is refused, for a reason of that kind. */
export const refused = (scimType: ScimType, detail: string): ScimError =>
  new ScimError(400, scimType, detail);

/** 409: somebody or something else has this name already. */
export const notUnique = (attribute: string): ScimError =>
  new ScimError(409, "uniqueness", `${attribute} is in use already`);

/** Any error in the shape of RFC 7644, section 3.12. */
export const presentScimError: NonNullable<RouteDeclaration["presentError"]> = (
  error,
  usual,
): RouteAnswer => {
  const isDouble = (error as { code?: unknown } | null)?.code === "23505";
  const known = isDouble ? notUnique("a value that has to be unique") : error;
  const status = known instanceof ApiError ? known.status : usual.status;
  const scimType =
    known instanceof ScimError
      ? known.scimType
      : isUnreadable(usual.body)
        ? ("invalidSyntax" as const)
        : undefined;
  return {
    status,
    type: scimMediaType,
    body: JSON.stringify({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
      detail: detailOf(known, usual.body),
    }),
  };
};

function detailOf(error: unknown, body: unknown): string {
  if (error instanceof ScimError) return error.detail.en;
  const said = body as { readonly detail?: unknown; readonly error?: unknown } | undefined;
  const detail = said?.detail ?? said?.error;
  return typeof detail === "string" ? detail : "The request was refused.";
}

/** Whether the body is no JSON. */
const isUnreadable = (body: unknown): boolean =>
  (body as { readonly code?: unknown } | undefined)?.code === "parse_error";

import type { FastifyInstance } from "fastify";
import { ApiError } from "../errors.ts";
import { withParameters } from "../i18n/messages.ts";
import { text } from "../i18n/texts.ts";
import { type BodyLimits, readJsonBody } from "./json-body.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Most fields of a form. */
const mostFields = 1_000;

/** JSON and forms. An empty JSON body is no body; numbers are what JSON.parse takes. */
export function acceptBodies(fastify: FastifyInstance, limits: BodyLimits): void {
  fastify.removeAllContentTypeParsers();
  const accept = (type: string, read: (body: Buffer) => unknown): void => {
    fastify.addContentTypeParser(type, { parseAs: "buffer" }, async (_request: unknown, body: Buffer) => {
      try {
        return await read(body);
      } catch (error) {
        throw error instanceof ApiError ? error : Object.assign(error as Error, { statusCode: 400 });
      }
    });
  };
  for (const type of ["application/json", "application/scim+json"]) {
    accept(type, (body) => readJsonBody(body, limits));
  }
  accept("application/x-www-form-urlencoded", readForm);
}

function readForm(body: Buffer): Record<string, string> {
  requireFewFields(body, "&");
  return Object.fromEntries(new URLSearchParams(decoder.decode(body)));
}

/**
 * Refuses a form of too many fields before it is taken apart.
 *
 * @param divider what stands between two fields
 * @throws ApiError 413
 */
export function requireFewFields(body: Buffer, divider: string): void {
  let fields = 0;
  for (let at = body.indexOf(divider); at >= 0; at = body.indexOf(divider, at + divider.length)) {
    fields += 1;
    if (fields > mostFields)
      throw new ApiError(413, "request_too_large", withParameters(text.tooManyFields, { limit: mostFields }));
  }
}

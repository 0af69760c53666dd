import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireFewFields } from "./bodies.ts";
import { settingsFor } from "./fastify-types.ts";

/**
 * Takes `multipart/form-data` on routes that declare `multipart`, as an object of texts and `File` values; the body
 * limit of the route holds for the whole of it. Elsewhere such a body is 415. Call after `acceptBodies`.
 */
export function acceptMultipart(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      if (settingsFor(request).multipart !== true) {
        throw Object.assign(new Error("no form is taken here"), {
          statusCode: 415,
          code: "FST_ERR_CTP_INVALID_MEDIA_TYPE",
        });
      }
      const headers = { "content-type": request.headers["content-type"] ?? "" };
      const boundary = /boundary="?([^";]+)/i.exec(headers["content-type"])?.[1];
      if (boundary !== undefined) requireFewFields(body, `\r\n--${boundary}`);
      try {
        return Object.fromEntries(await new Response(new Uint8Array(body), { headers }).formData());
      } catch (error) {
        throw Object.assign(error as Error, { statusCode: 400 });
      }
    },
  );
}

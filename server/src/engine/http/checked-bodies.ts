import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { NotAuthenticated } from "../errors.ts";
import type { BodyCheck } from "../services.ts";

/**
 * Shows bodies to the credential of their callers where that vouches for them, before they are parsed. A body that
 * was not shown is refused, whatever the reason.
 */
export function checkBodies(fastify: FastifyInstance): void {
  const passed = new WeakSet<FastifyRequest>();
  fastify.addHook("preParsing", async (request, _reply, payload) => {
    const check = request.pending?.checkBody;
    if (check === undefined) return payload;
    const settle = async (sha256: Buffer): Promise<void> => {
      await check(sha256);
      passed.add(request);
    };
    if (isRead(request)) return watched(payload as Readable, settle);
    await settle(createHash("sha256").digest());
    return payload;
  });
  fastify.addHook("preValidation", async (request) => {
    if (request.pending?.checkBody !== undefined && !passed.has(request)) {
      throw new NotAuthenticated("authentication_failed");
    }
  });
}

/** Whether there is a body that will be looked at; what comes with a read is not. */
function isRead({ method, headers }: FastifyRequest): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** The same bytes; the last of them are held back until the whole has passed. */
function watched(body: Readable, settle: BodyCheck): Readable {
  const hash = createHash("sha256");
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      settle(hash.digest()).then(() => done(), done);
    },
  });
  // What goes wrong reaches anyone who reads.
  return pipeline(body, through, () => undefined);
}

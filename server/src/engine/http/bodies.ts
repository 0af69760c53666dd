import type { FastifyInstance } from "fastify";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The text of a body; bytes that are not UTF-8 are refused, not replaced. */
function textOf(body: string | Buffer): string {
  return decoder.decode(body as Buffer);
}

/** JSON and forms. An empty JSON body is no body; numbers and nesting are what JSON.parse takes. */
export function acceptBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const accept = (type: string, parse: (body: string) => unknown): void => {
    fastify.addContentTypeParser(type, { parseAs: "buffer" }, (_request, body, done) => {
      try {
        done(null, parse(textOf(body)));
      } catch (error) {
        done(Object.assign(error as Error, { statusCode: 400 }), undefined);
      }
    });
  };
  accept("application/json", (body) => {
    if (body === "") return undefined;
    checkDepth(body);
    return JSON.parse(body);
  });
  accept("application/x-www-form-urlencoded", (body) => Object.fromEntries(new URLSearchParams(body)));
}

/** Deepest nesting of a JSON body. What is read is walked recursively later, and must not exhaust the stack. */
const deepestNesting = 64;

function checkDepth(body: string): void {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < body.length; index++) {
    const character = body.charCodeAt(index);
    if (quoted) {
      if (character === 0x5c) index++;
      else if (character === 0x22) quoted = false;
    } else if (character === 0x22) quoted = true;
    else if (character === 0x5b || character === 0x7b) depth++;
    else if (character === 0x5d || character === 0x7d) depth--;
    if (depth > deepestNesting) throw new SyntaxError(`nested deeper than ${deepestNesting} levels`);
  }
}

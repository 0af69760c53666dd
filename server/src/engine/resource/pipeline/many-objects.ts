import { Readable } from "node:stream";
import type { RouteAnswer } from "../../http/routes.ts";
import type { Json } from "../../json.ts";

/** Objects turned into text at a time. */
const batchSize = 200;

/** The answer of many objects: a JSON array, written piece by piece when it is long, so that nothing else waits. */
export function manyObjects(objects: readonly Json[]): Pick<RouteAnswer, "body" | "type"> {
  if (objects.length <= batchSize) return { body: objects };
  return {
    body: Readable.from(jsonArray(objects), { objectMode: false }),
    type: "application/json; charset=utf-8",
  };
}

/** The JSON text of an array. */
export function* jsonArray(objects: readonly Json[]): Generator<string> {
  for (let at = 0; at < objects.length; at += batchSize) {
    const items = objects.slice(at, at + batchSize).map((object) => JSON.stringify(object));
    yield `${at === 0 ? "[" : ","}${items.join(",")}`;
  }
  yield objects.length === 0 ? "[]" : "]";
}

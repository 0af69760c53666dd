import { Readable } from "node:stream";
import type { CallerContext } from "../../access/context.ts";
import { ApiError } from "../../errors.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import { TabularFile } from "../../tabular/tabular-file.ts";
import { text } from "../../tabular/texts.ts";
import { type ReadTable, readTable } from "../files/import.ts";
import { jsonArray } from "../pipeline/many-objects.ts";
import type { Resource } from "../resource.ts";

/**
 * `render-to-json/`: a file of rows as the objects a client would write, with the titles of its columns and the
 * fields they stand for. Nothing is written. Contract: docs/contract/files.md, "Preview".
 */
export async function renderToJson(
  resource: Resource,
  context: CallerContext,
  body: unknown,
): Promise<RouteAnswer> {
  if (!(body instanceof TabularFile)) throw empty();
  const { titles, rows } = await readTable(resource, context, body);
  if (rows.length === 0) throw empty();
  return {
    body: Readable.from(jsonText(titles, rows), { objectMode: false }),
    type: "application/json; charset=utf-8",
  };
}

/** The answer piece by piece: a file may have many rows. */
function* jsonText(titles: ReadTable["titles"], rows: ReadTable["rows"]): Generator<string> {
  yield `{"title":${JSON.stringify(titles)},"data":`;
  yield* jsonArray(rows);
  yield "}";
}

const empty = (): ApiError => new ApiError(400, "error", text.emptyFile, { error: text.emptyFile });

import { Readable } from "node:stream";
import type { CallerContext, RequestContext } from "../../access/context.ts";
import { recordOperation } from "../../audit/operate-log.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import { type Message, translate, withParameters } from "../../i18n/messages.ts";
import type { Cell } from "../../tabular/cells.ts";
import { writeCsv } from "../../tabular/csv-writer.ts";
import { protectedArchive } from "../../tabular/protected-archive.ts";
import { type TabularFormat, tabularMediaTypes } from "../../tabular/tabular-file.ts";
import { text } from "../../tabular/texts.ts";
import { writeWorkbook } from "../../tabular/workbook-writer.ts";
import { writeInstant } from "../instants.ts";

/** A table on its way out. */
export interface Table {
  /** First word of the file's name. */
  readonly name: string;
  readonly titles: readonly string[];
  /** Rows in batches, read as they are taken; closed when nobody takes any more. */
  readonly batches: AsyncGenerator<readonly (readonly Cell[])[]>;
}

/** Answers a table as a file in the format of the request. Contract: docs/contract/files.md, "Formats". */
export function sendTable(context: RequestContext, { name, titles, batches }: Table): RouteAnswer {
  const format = context.format as TabularFormat;
  const content = Readable.from(writeTable(format, titles, batches), { objectMode: false });
  content.once("close", () => void batches.return(undefined));
  const [type = ""] = tabularMediaTypes[format];
  return attachment(content, fileName(name, format, context), type);
}

function writeTable(
  format: TabularFormat,
  titles: readonly string[],
  batches: Table["batches"],
): AsyncGenerator<string | Uint8Array> {
  return format === "csv" ? writeCsv(titles, batches) : writeWorkbook(titles, batches);
}

/**
 * Answers a table that must not lie about in the open: encrypted with the caller's own password, or a text that
 * says how to set one. `open` is called only when there is one, after the export has been recorded.
 * Contract: docs/contract/files.md, "Protected exports".
 */
export async function sendProtected(
  context: CallerContext,
  subject: { readonly name: string; readonly label: Message },
  open: () => Promise<Table>,
): Promise<RouteAnswer> {
  const format = context.format as TabularFormat;
  const password = await context.services.principals.filePassword(context.principal.id);
  if (password === null) {
    const advice = Buffer.from(`\uFEFF${translate(text.noFilePassword, context.language)}\n`);
    return attachment(advice, fileName(subject.name, "txt", context), "text/plain; charset=utf-8");
  }
  const { titles, batches } = await open();
  await recordExport(context, subject.label);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const piece of writeTable(format, titles, batches)) yield Buffer.from(piece);
  }
  const content = protectedArchive(fileName(subject.name, format, context), bytes(), password);
  content.once("close", () => void batches.return(undefined));
  return attachment(content, fileName(subject.name, "zip", context), "application/zip");
}

function attachment(body: Readable | Buffer, name: string, type: string): RouteAnswer {
  return { body, type, headers: { "content-disposition": `attachment; filename="${name}"` } };
}

/** `host_2026-03-01_09-30-00.csv`, by the clocks of the request's zone. */
function fileName(name: string, extension: string, { timeZone }: RequestContext): string {
  const [date = "", time = ""] = writeInstant(new Date(), timeZone).split(" ");
  return `${name}_${date.replaceAll("/", "-")}_${time.replaceAll(":", "-")}.${extension}`;
}

/** Parameters that say how a list is shown, not what it holds. */
const presentation = new Set([
  "format",
  "template",
  "order",
  "limit",
  "offset",
  "fields",
  "fields!",
  "fields_size",
  "oid",
  "display",
  "draw",
]);

async function recordExport(context: CallerContext, type: Message): Promise<void> {
  const filters = context.query.entries().filter(([name, value]) => !presentation.has(name) && value !== "");
  const what = context.query.has("spm")
    ? text.exportedSelected
    : filters.length === 0
      ? text.exportedAll
      : withParameters(text.exportedFiltered, {
          filters: filters
            .map(([name, value]) => `${name}=${value}`)
            .join(", ")
            .slice(0, 200),
        });
  await recordOperation(context, { action: "export", type, name: translate(what, "en"), id: "" });
}

import { createHash, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type CallerContext, component, type Organization } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { FieldError, type FieldErrors, NotFound, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, type Message, translate } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import {
  isUuid,
  parseText,
  prepareResource,
  readKey,
  retrieveObject,
} from "../../../engine/resource/index.ts";
import { FileCopyWriter, fileCopyContext } from "../../../transport/file-copies/index.ts";
import { fileLogs, operations } from "./resource.ts";
import { text } from "./texts.ts";

/** Largest copy a component may bring, in bytes; the setting FTP_FILE_MAX_STORE may allow less. */
const largestCopy = 100 * 1024 * 1024;

/** Bytes of a copy that are written at a time. */
const piece = 1024 * 1024;

const preparedLogs = prepareResource(fileLogs);

/** What a component reports about a transfer, by the columns it is stored in. */
interface Report {
  user: string;
  remote_addr: string;
  asset: string;
  account: string;
  operate: string;
  filename: string;
  is_success: boolean;
}

/** How each field is read. */
const readers: { readonly [Name in keyof Report]: (value: unknown) => Report[Name] } = {
  user: (value) => parseText(value, { label: text.user, required: true, maxLength: 128 }),
  remote_addr: (value) => parseText(value, { label: text.remoteAddress, maxLength: 128 }),
  asset: (value) => parseText(value, { label: text.asset, required: true, maxLength: 1024 }),
  account: (value) => parseText(value, { label: text.account, required: true, maxLength: 128 }),
  operate: (value) => {
    const wanted = isObject(value) ? value.value : value;
    const found = operations.find((operation) => operation.value === wanted);
    if (found === undefined) throw new FieldError([text.unknownOperation]);
    return found.value;
  },
  filename: (value) =>
    parseText(value, { label: text.filename, required: true, maxLength: 1024, trim: false }),
  is_success: (value) => {
    if (typeof value !== "boolean") throw new FieldError([common.notBoolean]);
    return value;
  },
};

/** Fields that may be left out when a transfer is reported. */
const optional: Pick<Report, "remote_addr" | "is_success"> = { remote_addr: "", is_success: true };

/**
 * Reads what was sent of a report.
 *
 * @throws ValidationError with every field that is wrong
 */
function readReport(body: unknown): Partial<Report> {
  if (!isObject(body)) throw new ValidationError({ non_field_errors: [text.objectExpected] });
  const errors: Record<string, FieldErrors> = {};
  const read = Object.entries(readers).flatMap(([name, reader]) => {
    if (body[name] === undefined) return [];
    try {
      return [[name, reader(body[name])]];
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      errors[name] = error.errors;
      return [];
    }
  });
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return Object.fromEntries(read) as Partial<Report>;
}

/** All of a report. @throws ValidationError where something is missing */
function readWhole(body: unknown): Report {
  const report = { ...optional, ...readReport(body) };
  const missing = Object.keys(readers).filter((name) => !Object.hasOwn(report, name));
  if (missing.length > 0)
    throw new ValidationError(Object.fromEntries(missing.map((name) => [name, [common.required]])));
  return report as Report;
}

/** The organization a report belongs to: the one it names, else the one of the request. */
async function organizationOf(context: CallerContext, body: unknown): Promise<Organization> {
  const { services, organization, accessVersion } = context;
  const named = isObject(body) ? body.org_id : undefined;
  if (named !== undefined && named !== "") {
    if (typeof named === "string" && isUuid(named)) {
      const found = await services.organizations.resolve(named, accessVersion);
      if (found.id === named.toLowerCase()) return found;
    }
    throw new ValidationError({ org_id: [text.unknownOrganization] });
  }
  return organization.isRoot ? services.organizations.resolve(undefined, accessVersion) : organization;
}

function idOf(body: unknown): string {
  const id = isObject(body) ? body.id : undefined;
  if (id === undefined) return randomUUID();
  try {
    return String(readKey(id, "uuid"));
  } catch (error) {
    if (error instanceof FieldError) throw new ValidationError({ id: error.errors });
    throw error;
  }
}

async function tell(context: CallerContext, body: unknown): Promise<RouteAnswer> {
  const report = readWhole(body);
  const id = idOf(body);
  const organization = await organizationOf(context, body);
  const made = await context.db
    .insertInto("ftp_logs")
    .values({
      ...report,
      id,
      org_id: organization.id,
      user_id: null,
      asset_id: null,
      session_id: null,
      state: report.is_success ? "complete" : "failed",
      date_end: new Date(),
      size: null,
      sha256: null,
      content_path: null,
      content_key_sealed: null,
      created_by: context.principal.id,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made === undefined) throw new ValidationError({ id: [text.idTaken] });
  return { ...(await retrieveObject(preparedLogs, { ...context, organization }, id)), status: 201 };
}

interface OwnLog {
  readonly id: string;
  readonly org_id: string;
  readonly date_start: Date;
  readonly content_path: string | null;
}

/** A record this component has told of: what others have written down is not its to change. */
async function ownLog({ db, principal }: CallerContext, id: string): Promise<OwnLog> {
  const log = isUuid(id)
    ? await db
        .selectFrom("ftp_logs")
        .select(["id", "org_id", "date_start", "content_path"])
        .where("id", "=", id)
        .where("created_by", "=", principal.id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (log === undefined) throw new NotFound(text.fileLog);
  return log;
}

/** `has_file` follows from whether there is a copy, whatever is said of it. */
async function change(context: CallerContext, id: string, body: unknown): Promise<RouteAnswer> {
  const log = await ownLog(context, id);
  const report = readReport(body);
  const { is_success: isSuccess } = report;
  const state = isSuccess === undefined ? {} : { state: isSuccess ? "complete" : "failed" };
  const changes = { ...report, ...state };
  if (Object.keys(changes).length > 0)
    await context.db.updateTable("ftp_logs").set(changes).where("id", "=", log.id).execute();
  const organization = await context.services.organizations.resolve(log.org_id, context.accessVersion);
  return retrieveObject(preparedLogs, { ...context, organization }, log.id);
}

const refused = ({ language }: CallerContext, message: Message): RouteAnswer => ({
  status: 400,
  body: { error: translate(message, language) },
});

/** Keeps the copy a component brings, as those of our own gateways are kept. */
async function saveCopy(context: CallerContext, id: string, body: unknown): Promise<RouteAnswer> {
  const log = await ownLog(context, id);
  const file = isObject(body) ? (body.file as unknown) : undefined;
  const { services } = context;
  const limit = (await services.settings.get<number>("FTP_FILE_MAX_STORE")) * 1024 * 1024;
  if (!(file instanceof File)) return refused(context, text.copyMissing);
  if (file.size > limit) return refused(context, text.copyTooLarge);
  if (log.content_path !== null) return refused(context, text.copyThere);
  const writer = new FileCopyWriter(services.config.dataFolder, log.id, log.date_start);
  const hash = createHash("sha256");
  try {
    for (let at = 0; at < file.size; at += piece) {
      const data = Buffer.from(await file.slice(at, at + piece).arrayBuffer());
      hash.update(data);
      await writer.add(data);
    }
    await writer.close();
    await noteCopy(context.db, log.id, {
      path: writer.path,
      sealedKey: services.secrets.seal(writer.key, fileCopyContext(log.id)),
      size: file.size,
      sha256: hash.digest("hex"),
    });
  } catch (error) {
    await writer.discard();
    throw error;
  }
  return { status: 201, body: { url: `/api/v1/audits/ftp-logs/${log.id}/file/download/` } };
}

async function noteCopy(
  db: Kysely<Database>,
  id: string,
  copy: { readonly path: string; readonly sealedKey: string; readonly size: number; readonly sha256: string },
): Promise<void> {
  await sql`
    update ftp_logs set content_path = ${copy.path}, content_key_sealed = ${copy.sealedKey}, has_file = true,
      size = ${copy.size}, sha256 = ${copy.sha256}
    where id = ${id}::uuid
  `.execute(db);
}

/** What components report about file transfers. Contract: docs/contract/file-transfers.md, section 6. */
export const fileReportRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["POST"],
    path: "/api/v1/audits/ftp-logs/",
    access: component("audits.add_ftplog"),
    title: "Ftp Log List",
    handle: (context, { body }) => tell(caller(context), body),
  },
  {
    methods: ["PATCH"],
    path: "/api/v1/audits/ftp-logs/:id/",
    access: component("audits.change_ftplog"),
    title: "Ftp Log Instance",
    handle: (context, { params, body }) => change(caller(context), params.id ?? "", body),
  },
  {
    methods: ["POST"],
    path: "/api/v1/audits/ftp-logs/:id/upload/",
    access: component("audits.add_ftplog"),
    title: "Ftp Log Upload",
    multipart: true,
    bodyLimit: largestCopy + 1024 * 1024,
    handle: (context, { params, body }) => saveCopy(caller(context), params.id ?? "", body),
  },
];

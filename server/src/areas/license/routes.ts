import { sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { text as common, translate } from "../../engine/i18n/index.ts";
import { isObject, type Json } from "../../engine/json.ts";
import { rowCountsTable } from "../../engine/resource/index.ts";
import {
  checkDates,
  LicenseRefused,
  type LicenseTerms,
  largestLicense,
  readLicense,
} from "./license-file.ts";
import { type LicenseState, licenseChannel } from "./license-state.ts";
import { text } from "./texts.ts";

const change = permission("settings.change_license");

/** The license. Contract: docs/contract/license.md, section 1. */
export function licenseRoutes(license: LicenseState): RouteDeclaration[] {
  return ["", "/"].flatMap((slash): RouteDeclaration[] => [
    {
      methods: ["GET"],
      path: `/api/v1/xpack/license/detail${slash}`,
      access: change,
      title: "License Detail",
      handle: async (context) => ({ body: await detail(caller(context), license) }),
    },
    {
      methods: ["POST"],
      path: `/api/v1/xpack/license/import${slash}`,
      access: change,
      title: "License Import",
      multipart: true,
      // The file, and the frame a form puts around it.
      bodyLimit: 2 * largestLicense,
      handle: async (context, { body }) => ({ body: await take(caller(context), license, body) }),
    },
  ]);
}

async function detail(context: CallerContext, license: LicenseState): Promise<Json> {
  const { terms, problem, isValid } = await license.status();
  const { rows } = await sql<{ count: string | null }>`
    select sum(difference) as count from ${rowCountsTable} where table_name = 'assets'
  `.execute(context.db);
  return {
    subscription_id: terms?.subscription_id ?? "",
    corporation: terms?.corporation ?? "",
    date_expired: terms?.date_expired ?? null,
    asset_count: terms?.asset_count ?? null,
    current_asset_count: Number(rows[0]?.count ?? 0),
    edition: terms?.edition ?? "",
    serial_no: terms?.serial_no ?? "",
    remark: terms?.remark ?? "",
    is_valid: isValid,
    problem: problem === null ? null : translate(text[problem], context.language),
  };
}

/** Takes a license file. One that is not taken leaves the license in force as it is. */
async function take(context: CallerContext, license: LicenseState, body: unknown): Promise<Json> {
  const { db, services, principal, language } = context;
  const document = await fileText(isObject(body) ? body.file : undefined);
  let terms: LicenseTerms;
  try {
    if (document === null) throw new LicenseRefused("malformed");
    terms = readLicense(document, license.trusted);
    checkDates(terms, license.now(), null);
  } catch (error) {
    if (!(error instanceof LicenseRefused)) throw error;
    return { status: false, msg: translate(text[error.problem], language) };
  }
  const imported = { document: document ?? "", imported_by: `${principal.name}(${principal.username})` };
  await db
    .insertInto("licenses")
    .values(imported)
    .onConflict((conflict) =>
      conflict
        .column("only_row")
        .doUpdateSet({ ...imported, date_imported: sql`now()`, date_seen: sql`now()` }),
    )
    .execute();
  await recordOperation(context, {
    action: "update",
    type: text.license,
    name: `${terms.corporation} (${terms.serial_no})`.slice(0, 128),
    id: terms.serial_no,
  });
  await services.events.publish(licenseChannel, null, db);
  context.afterCommit(() => license.refresh());
  return { status: true, msg: translate(text.imported, language) };
}

/** The text of an uploaded file, or of a plain form value; null when it is no text or too long. */
async function fileText(file: unknown): Promise<string | null> {
  if (file instanceof Blob) {
    if (file.size > largestLicense) return null;
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      return null;
    }
  }
  if (typeof file === "string" && file !== "") return file.length <= largestLicense ? file : null;
  throw new ValidationError({ file: [common.required] });
}

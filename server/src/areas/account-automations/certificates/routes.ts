import { sql } from "kysely";
import { type CallerContext, permission, requirePermission } from "../../../engine/access/index.ts";
import { BadRequest, NotFound, ValidationError } from "../../../engine/errors.ts";
import {
  caller,
  type RouteAnswer,
  type RouteContext,
  type RouteDeclaration,
  type RouteRequest,
} from "../../../engine/http/index.ts";
import { text as common, translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { boolean, isUuid } from "../../../engine/resource/index.ts";
import { publishFor, type TaskDeclaration } from "../../../engine/tasks/index.ts";
import { accountsTable, signInBySecret } from "../../accounts/index.ts";
import { accountsById, loadCandidates } from "../../automation/index.ts";
import { unfitForCertificate } from "./fitness.ts";
import type { SetUpChoice } from "./set-up-task.ts";
import { text } from "./texts.ts";

interface Account {
  readonly id: string;
  readonly org_id: string;
  readonly by_certificate: boolean;
  readonly is_active: boolean;
  readonly has_secret: boolean;
}

async function accountOf(context: CallerContext, id = ""): Promise<Account> {
  const { db, organization } = context;
  const { rows } = isUuid(id)
    ? await sql<Account>`
        select id, org_id, by_certificate, is_active, secret_sealed is not null as has_secret from ${accountsTable} c
        where id = ${id}::uuid and (${organization.isRoot} or org_id = ${organization.id}::uuid)
      `.execute(db)
    : { rows: [] };
  const [account] = rows;
  if (account === undefined) throw new NotFound(text.account);
  return account;
}

/** Why it cannot be set up; null: it can, or is. */
async function reasonAgainst({ db }: CallerContext, { id, is_active: isActive }: Account) {
  const account = (await accountsById(db, [id])).get(id);
  const [asset] =
    account === undefined ? [] : await loadCandidates(db, [account.asset_id], "verify_account", null);
  if (account === undefined || asset === undefined) throw new NotFound(text.account);
  return isActive ? unfitForCertificate(asset, account) : text.inactive;
}

async function state(context: RouteContext, id?: string): Promise<RouteAnswer> {
  const known = caller(context);
  const account = await accountOf(known, id);
  const reason = account.by_certificate ? null : await reasonAgainst(known, account);
  return {
    body: {
      by_certificate: account.by_certificate,
      unsuitable: reason === null ? null : translate(reason, known.language),
    },
  };
}

async function setUp(
  context: RouteContext,
  task: TaskDeclaration<SetUpChoice>,
  { params, body }: RouteRequest,
): Promise<RouteAnswer> {
  const known = caller(context);
  requirePermission(known, "accounts.push_account");
  const account = await accountOf(known, params.id);
  const { remove_secret: removesSecret = false } = isObject(body) ? body : {};
  if (typeof removesSecret !== "boolean") throw new ValidationError({ remove_secret: [common.notBoolean] });
  const reason = await reasonAgainst(known, account);
  if (reason !== null) {
    const told = withParameters(text.unsuitable, { reason: translate(reason, known.language) });
    throw new BadRequest("certificate_unsuitable", told);
  }
  const choice = {
    accounts: [account.id],
    remove_secret: removesSecret,
    remote_address: known.remoteAddress,
  };
  return { status: 201, body: { task: await publishFor(known, task, choice, account.org_id) } };
}

async function turnOff(context: RouteContext, id?: string): Promise<RouteAnswer> {
  const known = caller(context);
  const account = await accountOf(known, id);
  if (account.by_certificate && !account.has_secret) throw new BadRequest("secret_missing", text.noSecret);
  await signInBySecret(known, account.id);
  return { status: 204 };
}

/** How an account signs in, an addition. Contract: docs/contract/account-automations.md, "Certificates". */
export const certificateRoutes = (task: TaskDeclaration<SetUpChoice>): readonly RouteDeclaration[] => {
  const path = "/api/v1/sallyport/account-certificates/:id/";
  return [
    {
      methods: ["GET"],
      path,
      access: permission("accounts.view_account"),
      title: "Account Certificate",
      handle: (context, { params }) => state(context, params.id),
    },
    {
      methods: ["POST"],
      path,
      access: permission("accounts.change_account"),
      title: "Account Certificate",
      fields: { POST: { remove_secret: boolean({ label: text.removesSecret, default: false }) } },
      handle: (context, request) => setUp(context, task, request),
    },
    {
      methods: ["DELETE"],
      path,
      access: permission("accounts.change_account"),
      title: "Account Certificate",
      handle: (context, { params }) => turnOff(context, params.id),
    },
  ];
};

import { sql } from "kysely";
import { type CallerContext, either, permission, requirePermission } from "../../engine/access/index.ts";
import { BadRequest, NotFound, ValidationError } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { text as common } from "../../engine/i18n/index.ts";
import { isObject } from "../../engine/json.ts";
import { choice, integer, isUuid, json, list, uuid } from "../../engine/resource/index.ts";
import { accountsTable, readPushParameters } from "../accounts/index.ts";
import { nodeInScope } from "../assets/index.ts";
import { loadCandidates } from "./candidates.ts";
import { discoverRoute } from "./discover-route.ts";
import { assetsInScope, type InScope, mostAssets, organizationOf, publish, readIds } from "./requests.ts";
import type { AutomationTasks } from "./tasks.ts";
import { text } from "./texts.ts";

const codes = {
  refresh: "assets.refresh_assethardwareinfo",
  test: "assets.test_assetconnectivity",
} as const;

type Action = keyof typeof codes;

/** Either is needed; which one, the action says. */
const eitherCode = either(permission(codes.refresh), permission(codes.test));

const actionField = choice({
  label: text.action,
  required: true,
  choices: [
    { value: "refresh", label: text.refresh },
    { value: "test", label: text.test },
  ],
});

/** The action a body asks for, which the caller has to have the right to. */
function readAction(context: CallerContext, body: unknown): Action {
  const given = isObject(body) ? body.action : undefined;
  if (given === undefined || given === "") throw new ValidationError({ action: [common.required] });
  if (given !== "refresh" && given !== "test") throw new ValidationError({ action: [text.unknownAction] });
  requirePermission(context, codes[given]);
  return given;
}

async function assetInScope(context: CallerContext, id: string | undefined): Promise<InScope> {
  const [asset] = id !== undefined && isUuid(id) ? await assetsInScope(context, [id]) : [];
  if (asset === undefined) throw new NotFound(text.assets);
  return asset;
}

/** Work on assets that people ask for. Contract: docs/contract/jobs.md, "Automation". */
export function automationRoutes(tasks: AutomationTasks): readonly RouteDeclaration[] {
  const byAction = { refresh: tasks.gatherFacts, test: tasks.testAssets };
  return [
    {
      methods: ["POST"],
      path: "/api/v1/assets/assets/:id/tasks/",
      access: eitherCode,
      title: "Asset Task Create Api",
      fields: { POST: { action: actionField } },
      handle: async (context, { params, body }) => {
        const known = caller(context);
        const action = readAction(known, body);
        const asset = await assetInScope(known, params.id);
        const [candidate] = await loadCandidates(known.db, [asset.id], "ping", null);
        if (action === "test" && !(candidate?.ansible_enabled === true && candidate.item_enabled)) {
          throw new BadRequest("not_supported", text.notSupported);
        }
        return publish(known, byAction[action], { assets: [asset.id], nodes: [] }, asset.org_id);
      },
    },
    {
      methods: ["POST"],
      path: "/api/v1/assets/assets/tasks/",
      access: eitherCode,
      title: "Assets Task Create Api",
      fields: {
        POST: {
          action: actionField,
          assets: list({ label: text.assets, required: true, child: uuid({ label: common.id }) }),
        },
      },
      handle: async (context, { body }) => {
        const known = caller(context);
        const action = readAction(known, body);
        const assets = await assetsInScope(known, readIds(body, "assets"));
        if (assets.length === 0) throw new ValidationError({ assets: [text.noAssets] });
        const chosen = { assets: assets.map(({ id }) => id), nodes: [] };
        return publish(known, byAction[action], chosen, organizationOf(assets));
      },
    },
    {
      methods: ["POST"],
      path: "/api/v1/assets/nodes/:id/tasks/",
      access: eitherCode,
      title: "Node Task Create Api",
      fields: { POST: { action: actionField } },
      handle: async (context, { params, body }) => {
        const known = caller(context);
        const action = readAction(known, body);
        const node = await nodeInScope(known, params.id ?? "");
        return publish(known, byAction[action], { assets: [], nodes: [node.id] }, node.org_id);
      },
    },
    {
      methods: ["POST"],
      path: "/api/v1/assets/gateways/:id/test-connective/",
      access: permission(codes.test),
      title: "Gateway Test Connection Api",
      fields: { POST: { port: integer({ label: text.port, minimum: 1, maximum: 65_535 }) } },
      handle: async (context, { params, body }) => {
        const known = caller(context);
        const port = readPort(isObject(body) ? body.port : undefined);
        const gateway = await gatewayInScope(known, params.id);
        const { body: answer } = await publish(
          known,
          tasks.testGateways,
          { gateways: [gateway.id], port },
          gateway.org_id,
        );
        return { status: 200, body: answer };
      },
    },
    discoverRoute(tasks),
    {
      methods: ["POST"],
      path: "/api/v1/accounts/accounts/tasks/",
      access: either(permission("accounts.verify_account"), permission("accounts.push_account")),
      title: "Account Task Create Api",
      fields: {
        POST: {
          action: choice({
            label: text.action,
            required: true,
            choices: [
              { value: "test", label: text.test },
              { value: "verify", label: text.verify },
              { value: "push", label: text.push },
            ],
          }),
          accounts: list({ label: text.accounts, required: true, child: uuid({ label: common.id }) }),
          params: json({ label: text.params, object: true }),
        },
      },
      handle: (context, { body }) => workOnAccounts(caller(context), tasks, body),
    },
  ];
}

/** A port as clients write it; null: none was given. */
function readPort(value: unknown): number | null {
  if (value === undefined || value === null || value === "") return null;
  const port = typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : value;
  if (!Number.isInteger(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw new ValidationError({ port: [text.notPort] });
  }
  return Number(port);
}

async function gatewayInScope(context: CallerContext, id: string | undefined): Promise<InScope> {
  const asset = await assetInScope(context, id);
  const [candidate] = await loadCandidates(context.db, [asset.id], "ping", null);
  if (candidate?.is_gateway !== true) throw new NotFound(text.gateway);
  return asset;
}

/** Errors of this endpoint stand under `error`. */
const refuse = (message: typeof text.unknownAction): BadRequest =>
  new BadRequest("error", message, { error: message });

async function workOnAccounts(context: CallerContext, tasks: AutomationTasks, body: unknown) {
  const action = isObject(body) ? body.action : undefined;
  if (action !== "test" && action !== "verify" && action !== "push") throw refuse(text.unknownAction);
  requirePermission(context, action === "push" ? "accounts.push_account" : "accounts.verify_account");
  const accounts = await accountsInScope(context, body);
  return action === "push" ? pushAccounts(context, accounts, body) : verifyAccounts(context, tasks, accounts);
}

type Account = InScope & { readonly asset_id: string };

async function accountsInScope(context: CallerContext, body: unknown): Promise<readonly Account[]> {
  const given = isObject(body) && Array.isArray(body.accounts) ? body.accounts.slice(0, mostAssets) : [];
  const ids = given.filter((id): id is string => typeof id === "string" && isUuid(id));
  if (ids.length === 0 || ids.length < given.length) throw refuse(text.noAccounts);
  const { db, organization } = context;
  const { rows } = await sql<Account>`
    select id, org_id, asset_id from ${accountsTable} where id = any(${ids}::uuid[])
      and (${organization.isRoot} or org_id = ${organization.id}::uuid)
  `.execute(db);
  if (rows.length === 0) throw refuse(text.noAccounts);
  return rows;
}

async function verifyAccounts(context: CallerContext, tasks: AutomationTasks, accounts: readonly Account[]) {
  const assetIds = accounts.slice(0, 1).map(({ asset_id: id }) => id);
  const [asset] = await loadCandidates(context.db, assetIds, "ping", null);
  if (!(asset?.ansible_enabled === true && asset.item_enabled)) throw refuse(text.notSupported);
  const chosen = { accounts: accounts.map(({ id }) => id) };
  return publish(context, tasks.verifyAccounts, chosen, organizationOf(accounts));
}

async function pushAccounts(context: CallerContext, accounts: readonly Account[], body: unknown) {
  const params = readPushParameters(isObject(body) ? body.params : undefined);
  const ids = accounts.map(({ id }) => id);
  const [push] = context.services.extensions.of("accountPushes");
  if (push === undefined) throw refuse(text.unknownAction);
  return { status: 201, body: { task: await push(context, { accounts: ids, params }) } };
}

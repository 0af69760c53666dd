import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { BadRequest, NotFound } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type JsonObject } from "../../../engine/json.ts";
import { isUuid, labeledChoice } from "../../../engine/resource/index.ts";
import { defineTask, publishFor, type TaskDeclaration, TaskFailure } from "../../../engine/tasks/index.ts";
import { accountsTable, openPendingSecret } from "../../accounts/index.ts";
import { checkChangeTaskName } from "../executions/task-names.ts";
import type { Cell } from "./cell.ts";
import { claimChanges, concludeChange, failChange } from "./changes.ts";
import { settleOpenChanges } from "./settle.ts";
import { text } from "./texts.ts";

/** The change that is looked at. */
export type OpenChangeChoice = { readonly change: string };

/**
 * Finds out now which secret of an open change works, instead of when its time comes. Contract:
 * docs/contract/account-automations.md, "Rotation".
 */
export const checkChangeTask = (cell: Cell): TaskDeclaration<OpenChangeChoice> =>
  defineTask<OpenChangeChoice>({
    name: checkChangeTaskName,
    label: text.checkTask,
    queue: "ansible",
    repeatable: true,
    readKwargs: ({ change }) => (typeof change === "string" && isUuid(change) ? { change } : null),
    run: async (run, { change }): Promise<JsonObject> => {
      if ((await settleOpenChanges(run, cell, { changeId: change })) === 0) {
        throw new TaskFailure("nothing_open", translate(text.notOpen, run.language));
      }
      const { rows } = await sql<{ state: string; error: string }>`
        select state, error from secret_changes where id = ${change}::uuid
      `.execute(run.services.db);
      const { state = "failed", error = "" } = rows[0] ?? {};
      if (state !== "success") throw new TaskFailure("not_changed", error);
      return { state };
    },
  });

/** What there is to say of a change that nobody has settled. */
interface OpenChange {
  readonly id: string;
  readonly org_id: string;
  readonly account: string;
  readonly secret_sealed: string;
}

/** @throws NotFound when there is none, or not in the organization of the request */
async function openChange({ db, organization }: CallerContext, id?: string): Promise<OpenChange> {
  const isKnown = id !== undefined && isUuid(id);
  const { rows } = isKnown
    ? await sql<OpenChange>`
        select c.id, c.org_id, a.name as account, c.secret_sealed from secret_changes c join ${accountsTable} a on a.id = c.account_id
        where c.id = ${id}::uuid and c.state = 'pending'
          and (${organization.isRoot} or c.org_id = ${organization.id}::uuid)
      `.execute(db)
    : { rows: [] };
  const [change] = rows;
  if (change === undefined) throw new NotFound(text.changeRecord);
  return change;
}

/** Which secret somebody says the account has. */
type Holding = "current" | "new";

const holdingOf = (body: unknown): Holding => {
  const secret = isObject(body) ? body.secret : undefined;
  if (secret !== "current" && secret !== "new") throw new BadRequest("secret_unknown", text.whichSecret);
  return secret;
};

/**
 * Ends a change by what somebody knows. The secret that does not become the account's stays in the record, sealed.
 * @throws BadRequest `secret_change_busy` when it is worked on
 * @throws VaultError
 */
async function closeChange(context: CallerContext, open: OpenChange, holding: Holding) {
  const { services, principal, language } = context;
  const { id, org_id: organizationId, account } = open;
  const isNew = holding === "new";
  // Before the change is held: a vault that is away leaves it as it is.
  const secret = isNew ? await openPendingSecret(services, id, open.secret_sealed) : null;
  const [held] = await claimChanges(services.db, { changeId: id, most: 1 });
  if (held === undefined) throw new BadRequest("secret_change_busy", text.busy);
  const said = isNew ? text.saidNew : text.saidCurrent;
  const note = translate(withParameters(said, { user: principal.name }), language);
  if (secret !== null) {
    const change = { ...held, user_id: principal.id };
    await concludeChange(services, change, { secret, note, isProved: false });
  } else {
    await failChange(services.db, held, note);
  }
  await recordOperation(context, {
    action: "update",
    type: text.changeRecord,
    name: account,
    id,
    organizationId,
    changes: [{ field: "error", label: text.error, before: "", after: note }],
  });
}

/** What people can do with a change that could not be settled, an addition. */
export const openChangeRoutes = (task: TaskDeclaration<OpenChangeChoice>): readonly RouteDeclaration[] => [
  {
    methods: ["POST"],
    path: "/api/v1/sallyport/secret-changes/:id/check/",
    access: permission("accounts.verify_account"),
    title: "Secret Change Check",
    handle: async (context, { params }) => {
      const known = caller(context);
      const { id, org_id: organizationId } = await openChange(known, params.id);
      return { status: 201, body: { task: await publishFor(known, task, { change: id }, organizationId) } };
    },
  },
  {
    methods: ["POST"],
    path: "/api/v1/sallyport/secret-changes/:id/close/",
    access: permission("accounts.change_account"),
    title: "Secret Change Close",
    fields: {
      POST: {
        secret: labeledChoice({
          label: text.whichSecret,
          required: true,
          choices: [
            { value: "current", label: text.currentSecret },
            { value: "new", label: text.newSecret },
          ],
        }),
      },
    },
    handle: async (context, { params, body }) => {
      const known = caller(context);
      await closeChange(known, await openChange(known, params.id), holdingOf(body));
      return { status: 204 };
    },
  },
];

import { sql } from "kysely";
import { type CallerContext, permission, requirePermission } from "../../engine/access/index.ts";
import {
  caller,
  type RouteAnswer,
  type RouteContext,
  type RouteDeclaration,
} from "../../engine/http/index.ts";
import { translate } from "../../engine/i18n/index.ts";
import { deliveryProblems } from "../../engine/outbound/index.ts";
import { writeInstant } from "../../engine/resource/index.ts";
import { publishFor, taskExecutionsTable, tasksTable } from "../../engine/tasks/index.ts";
import { chainHead } from "./chain/append.ts";
import { latestCheckpoint } from "./chain/checkpoints.ts";
import { copyState } from "./chain/copies.ts";
import { readHandovers } from "./chain/handovers.ts";
import { signingKey } from "./chain/signing-key.ts";
import { deliveries } from "./delivery/deliver.ts";
import { verifyTask } from "./verify-task.ts";

async function state({ db, services, timeZone, language }: CallerContext): Promise<RouteAnswer> {
  const head = await chainHead(db);
  const checkpoint = await latestCheckpoint(db);
  const key = await signingKey(services);
  const former = (await readHandovers(db)).toReversed();
  const { rows: pending } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(date_noted) as oldest from evidence_pending
  `.execute(db);
  const { rows: executions } = await sql<{
    id: string;
    state: string;
    result: unknown;
    date_published: Date;
  }>`
    select e.id, e.state, e.result, e.date_published from ${taskExecutionsTable} e
    join ${tasksTable} k on k.id = e.task_id where k.name = ${verifyTask.name}
    order by e.date_published desc limit 1
  `.execute(db);
  const [verification] = executions;
  const instant = (date: Date | null | undefined) =>
    date === null || date === undefined ? null : writeInstant(date, timeZone);
  return {
    body: {
      entries: head.seq,
      hash: head.hash,
      pending: pending[0]?.count ?? 0,
      key: {
        fingerprint: key.fingerprint,
        public_key: key.publicKey,
        former: former.map(({ former: fingerprint, date_signed: date }) => ({
          fingerprint,
          date: instant(date),
        })),
      },
      checkpoint:
        checkpoint === undefined
          ? null
          : { number: checkpoint.number, entries: checkpoint.entries, date: instant(checkpoint.date_signed) },
      copy: await copyState(services),
      deliveries: (await deliveries(services)).map(({ problem, date, ...delivery }) => ({
        ...delivery,
        problem: problem === "" ? "" : translate(deliveryProblems[problem], language),
        date: instant(date),
      })),
      verification:
        verification === undefined
          ? null
          : {
              id: verification.id,
              state: verification.state,
              result: verification.result,
              date: instant(verification.date_published),
            },
    },
  };
}

async function verify(context: CallerContext): Promise<RouteAnswer> {
  const task = await publishFor(context, verifyTask, {}, null);
  return { status: 201, body: { task } };
}

/** The chain is the installation's: who looks at it sees all organizations, and logs. */
function auditor(context: RouteContext): CallerContext {
  const known = caller(context);
  requirePermission(known, "audits.view_operatelog");
  return known;
}

/** The chain as a whole, an addition. Contract: docs/contract/sessions.md, section 14. */
export const stateRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/evidence/",
    access: permission("orgs.view_rootorg"),
    title: "Evidence",
    handle: (context) => state(auditor(context)),
  },
  {
    methods: ["POST"],
    path: "/api/v1/sallyport/evidence/verify/",
    access: permission("orgs.view_rootorg"),
    title: "Evidence Verification",
    handle: (context) => verify(auditor(context)),
  },
];

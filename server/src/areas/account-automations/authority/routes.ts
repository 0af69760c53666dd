import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import {
  boolean,
  choice,
  computed,
  integer,
  text as line,
  parseBody,
  writeInstant,
} from "../../../engine/resource/index.ts";
import {
  publishFor,
  type TaskDeclaration,
  taskExecutionsTable,
  tasksTable,
} from "../../../engine/tasks/index.ts";
import { accountsTable } from "../../accounts/index.ts";
import {
  type AuthorityKeeper,
  countFormerTrusts,
  type KnownKey,
  keepFormerKey,
  knownKeys,
  replaceKey,
  retireKey,
} from "../../ssh-authority/index.ts";
import { countCertificates, endCertificatesOf } from "../../user-certificates/index.ts";
import { moveAccountsTaskName } from "../executions/task-names.ts";
import { text } from "./texts.ts";
import { trustsList } from "./trusts-list.ts";

const path = "/api/v1/sallyport/ssh-authority/";
const access = permission("settings.change_terminal");
const purposes = [
  { value: "accounts", label: text.accounts },
  { value: "people", label: text.people },
] as const;

/** The context with the transaction of the request for what keeps keys. */
const keeperIn = ({ services, db }: CallerContext): AuthorityKeeper => ({ secrets: services.secrets, db });

const isFormer = ({ dateReplaced, dateRetired }: KnownKey): boolean =>
  dateReplaced !== null && dateRetired === null;

/** The execution that moves accounts now; null: there is none. */
async function runningTask({ db }: CallerContext): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select e.id from ${taskExecutionsTable} e join ${tasksTable} t on t.id = e.task_id
    where t.name = ${moveAccountsTaskName} and e.date_finished is null order by e.date_published desc limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

async function readState(context: CallerContext): Promise<RouteAnswer> {
  const { db, timeZone } = context;
  const [keys, trusts, certificates, task] = await Promise.all([
    knownKeys(db),
    countFormerTrusts(db),
    countCertificates({ db }),
    runningTask(context),
  ]);
  const written = (at: Date | null) => (at === null ? null : writeInstant(at, timeZone));
  const keyOf = ({ fingerprint, line: publicKey, dateCreated }: KnownKey): JsonObject => ({
    fingerprint,
    public_key: publicKey,
    date_created: writeInstant(dateCreated, timeZone),
  });
  const of = (purpose: (typeof purposes)[number]["value"]): JsonObject => {
    const own = keys.filter((key) => key.purpose === purpose);
    const signing = own.find((key) => key.dateReplaced === null && key.dateRetired === null);
    const former = own.filter((key) => key !== signing);
    return {
      key: signing === undefined ? null : keyOf(signing),
      former_keys: former.map((key) => ({
        ...keyOf(key),
        date_replaced: written(key.dateReplaced),
        date_retired: written(key.dateRetired),
        ...(purpose === "accounts"
          ? {
              waiting: trusts.get(key.fingerprint)?.waiting ?? 0,
              lines: trusts.get(key.fingerprint)?.proved ?? 0,
            }
          : {
              certificates: certificates.get(key.fingerprint)?.count ?? 0,
              date_expired: written(certificates.get(key.fingerprint)?.lastEnds ?? null),
            }),
      })),
    };
  };
  return { body: { accounts: of("accounts"), people: of("people"), task } };
}

const rotationFields = {
  purpose: choice({ label: text.purpose, required: true, choices: purposes }),
  end_now: boolean({ label: text.endNow, default: false }),
};

async function rotate(context: CallerContext, body: unknown, task: TaskDeclaration): Promise<RouteAnswer> {
  const { purpose, end_now: endsNow } = await parseBody(context, rotationFields, body);
  const { db } = context;
  const isOfPeople = purpose === "people";
  const hasKey = (await knownKeys(db)).some((key) => key.purpose === purpose);
  if (!hasKey) throw new BadRequest("no_key", text.noKey);
  const former = await replaceKey(keeperIn(context), isOfPeople ? "people" : "accounts");
  if (former === null) throw new BadRequest("rotation_running", text.running);
  await recordOperation(context, {
    action: "update",
    type: text.key,
    id: former,
    name: former,
    changes: [
      {
        field: "fingerprint",
        label: text.signer,
        before: former,
        after:
          (await knownKeys(db)).find((key) => key.purpose === purpose && key.dateReplaced === null)
            ?.fingerprint ?? "",
      },
    ],
  });
  if (isOfPeople) {
    if (endsNow === true) await retire(context, former, 0);
    return { status: 201, body: { task: null } };
  }
  // Read after the key was replaced: whoever is set up meanwhile waits for this transaction, and keeps the former key.
  const { rows } = await sql<{ id: string }>`select id from ${accountsTable} c where by_certificate`.execute(
    db,
  );
  await keepFormerKey(
    db,
    former,
    rows.map(({ id }) => id),
  );
  return {
    status: 201,
    body: { task: rows.length === 0 ? null : await publishFor(context, task, {}, null) },
  };
}

const retirementFields = {
  fingerprint: line({ label: text.fingerprint, required: true, maxLength: 64 }),
  accounts: integer({ label: text.lost, default: 0, minimum: 0 }),
};

/**
 * Ends a former key, and what it has signed for people.
 *
 * @param lost how many accounts the caller knows to lose their sign-in by that
 */
async function retire(context: CallerContext, fingerprint: string, lost: number): Promise<void> {
  const { db } = context;
  const key = (await knownKeys(db)).find((one) => one.fingerprint === fingerprint);
  if (key === undefined || !isFormer(key)) throw new BadRequest("not_replaced", text.notReplaced);
  const waiting = await retireKey(db, fingerprint);
  if (waiting === null) throw new BadRequest("not_replaced", text.notReplaced);
  if (waiting !== lost) {
    throw new BadRequest("accounts_left", withParameters(text.stillWaiting, { count: waiting }), {
      accounts: waiting,
    });
  }
  const ended = key.purpose === "people" ? await endCertificatesOf({ db }, fingerprint) : null;
  await recordOperation(context, {
    action: "delete",
    type: text.key,
    id: fingerprint,
    name: fingerprint,
    changes: [
      ended === null
        ? { field: "accounts", label: text.lost, before: "", after: String(waiting) }
        : { field: "certificates", label: text.ended, before: "", after: String(ended) },
    ],
  });
}

/**
 * The keys of the authority, and putting others in their place; an addition. Contract:
 * docs/contract/account-automations.md, "Certificates".
 */
export const authorityKeyRoutes = (task: TaskDeclaration): readonly RouteDeclaration[] => {
  const publish = (context: CallerContext) => publishFor(context, task, {}, null);
  return [
    trustsList,
    {
      methods: ["GET"],
      path: `${path}keys/`,
      access,
      title: "SSH Authority Keys",
      fields: {
        GET: {
          accounts: computed({ label: text.accounts, type: "nested object", present: () => null }),
          people: computed({ label: text.people, type: "nested object", present: () => null }),
          task: line({ label: text.task, readOnly: true }),
        },
      },
      handle: (context) => readState(caller(context)),
    },
    {
      methods: ["POST"],
      path: `${path}rotation/`,
      access,
      confirm: "mfa",
      title: "SSH Authority Rotation",
      fields: { POST: rotationFields },
      handle: (context, { body }) => rotate(caller(context), body, task),
    },
    {
      methods: ["POST"],
      path: `${path}moves/`,
      access,
      title: "SSH Authority Moves",
      handle: async (context) => {
        const known = caller(context);
        const counts = await countFormerTrusts(known.db);
        if (counts.size === 0) throw new BadRequest("nothing_left", text.nothingLeft);
        const running = await runningTask(known);
        return { status: 201, body: { task: running ?? (await publish(known)) } };
      },
    },
    {
      methods: ["POST"],
      path: `${path}retirement/`,
      access,
      confirm: "mfa",
      title: "SSH Authority Retirement",
      fields: { POST: retirementFields },
      handle: async (context, { body }) => {
        const known = caller(context);
        const { fingerprint, accounts } = await parseBody(known, retirementFields, body);
        await retire(known, String(fingerprint), Number(accounts ?? 0));
        const trusts = (await countFormerTrusts(known.db)).get(String(fingerprint));
        return { status: 201, body: { task: trusts === undefined ? null : await publish(known) } };
      },
    },
  ];
};

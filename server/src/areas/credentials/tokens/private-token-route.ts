import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { type OperateAction, recordOperation } from "../../../engine/audit/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { computed, datetime, writeInstant } from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";
import { issuePrivateToken } from "./private-tokens.ts";

const path = "/api/v1/sallyport/private-token/";
const title = "Private Token";
const code = (action: string) => permission(`authentication.${action}_accesskey`);

const record = (context: CallerContext, action: OperateAction): Promise<void> =>
  recordOperation(context, {
    action,
    type: text.privateToken,
    name: context.principal.username,
    id: context.principal.id,
  });

/**
 * The caller's private token: whether there is one, a new one in place of it, none. The contract takes such tokens and
 * has no way to get one; this is an addition. Contract: docs/contract/identity.md, "Private tokens".
 */
export const privateTokenRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path,
    access: code("view"),
    title,
    fields: {
      GET: {
        date_created: datetime({ label: text.dateCreated, readOnly: true }),
        date_last_used: datetime({ label: text.dateLastUsed, readOnly: true }),
      },
    },
    handle: async (context) => {
      const found = await context.db
        .selectFrom("private_tokens")
        .select(["date_created", "date_last_used"])
        .where("user_id", "=", caller(context).principal.id)
        .executeTakeFirst();
      const written = (date: Date | null | undefined) =>
        date instanceof Date ? writeInstant(date, context.timeZone) : null;
      return {
        body: {
          date_created: written(found?.date_created),
          date_last_used: written(found?.date_last_used),
        },
      };
    },
  },
  {
    methods: ["POST"],
    path,
    access: code("add"),
    confirm: "password",
    title,
    fields: { POST: { token: computed({ label: text.privateToken, type: "string", present: () => null }) } },
    handle: async (context) => {
      const known = caller(context);
      const token = await issuePrivateToken(known.db, known.principal.id);
      await record(known, "create");
      return { status: 201, body: { token } };
    },
  },
  {
    methods: ["DELETE"],
    path,
    access: code("delete"),
    title,
    handle: async (context) => {
      const known = caller(context);
      const { numDeletedRows } = await known.db
        .deleteFrom("private_tokens")
        .where("user_id", "=", known.principal.id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new NotFound(text.privateToken);
      await record(known, "delete");
      return { status: 204 };
    },
  },
];

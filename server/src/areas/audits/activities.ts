import { sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { activityLogsTable, operateLogsTable } from "../../engine/audit/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { caller, consolePath, type RouteDeclaration } from "../../engine/http/index.ts";
import { text as common, type Message } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  cleanText,
  computed,
  type Field,
  isUuid,
  text as textField,
  writeInstant,
} from "../../engine/resource/index.ts";
import { loginLogsTable } from "../credentials/index.ts";
import { organizationIds } from "../organizations/index.ts";
import { roleBindingsTable } from "../roles/index.ts";
import { sessionsTable } from "../sessions/index.ts";
import { usersTable } from "../users/index.ts";
import { type ActivityRow, activitySentence } from "./activity-sentences.ts";
import { text } from "./texts.ts";

/** Most entries answered, the newest. */
const most = 30;

function present(row: ActivityRow, context: CallerContext): Json {
  const details: Readonly<Record<ActivityRow["kind"], string>> = {
    O: `/api/v1/audits/operate-logs/${row.id}/?type=action_detail`,
    S: "",
    A: "",
    L: consolePath(`/audit/audits/login-logs/${row.id}`),
  };
  return {
    id: row.id,
    // The contract's form here has no zone.
    timestamp: writeInstant(row.at, context.timeZone).slice(0, 19).replaceAll("/", "-"),
    detail_url: details[row.kind],
    content: activitySentence(row, context.language),
    r_type: row.kind === "A" ? "O" : row.kind,
  };
}

async function activitiesOf(context: CallerContext, resourceId: string): Promise<ActivityRow[]> {
  const { organization, db } = context;
  const here = organization.isRoot
    ? sql`true`
    : sql`o.org_id in (${organization.id}::uuid, ${organizationIds.system}::uuid)`;
  const id = isUuid(resourceId) ? resourceId : null;
  const { rows } = await sql<ActivityRow>`
    select * from (
      (select o.id, 'O' as kind, o.datetime as at, o.user_display as "user", o.action, true as succeeded,
          o.remote_addr as address, coalesce(nullif(o.resource, ''), o.resource_type) as object, '' as account,
          '' as protocol
        from ${operateLogsTable} o where o.resource_id = ${resourceId} and ${here} order by o.datetime desc nulls last limit ${most})
      union all
      (select o.id, 'O', o.datetime, o.user_display, o.action, true, o.remote_addr,
          coalesce(nullif(o.resource, ''), o.resource_type), '', ''
        from ${operateLogsTable} o where o.user_id = ${id}::uuid and o.resource_id <> ${resourceId} and ${here}
        order by o.datetime desc nulls last limit ${most})
      union all
      (select o.id, 'A', o.datetime, o.user_display, o.action, true, '', '', '', ''
        from ${activityLogsTable} o where o.resource_id = ${resourceId} and ${here} order by o.datetime desc nulls last limit ${most})
      union all
      (select o.id, 'S', o.date_start, o."user", '', o.is_success, o.remote_addr, o.asset, o.account, o.protocol
        from ${sessionsTable} o
        where (o.user_id = ${id}::uuid or o.asset_id = ${id}::uuid or o.account_id = ${resourceId}) and ${here}
        order by o.date_start desc nulls last limit ${most})
      union all
      (select l.id, 'L', l.datetime, u.name || '(' || u.username || ')', l.reason, l.status, l.ip, '', '', ''
        from ${loginLogsTable} l join ${usersTable} u on u.username = l.username where u.id = ${id}::uuid
          and ${
            organization.isRoot
              ? sql`true`
              : sql`exists (
                  select 1 from ${roleBindingsTable} b where b.user_id = u.id and b.org_id = ${organization.id}::uuid
                )`
          }
        order by l.datetime desc nulls last limit ${most})
    ) entries order by at desc, id limit ${most}
  `.execute(db);
  return rows;
}

const told = (label: Message): Field => computed({ label, present: () => null });

const fields: Readonly<Record<string, Field>> = {
  id: textField({ label: common.id, required: true }),
  timestamp: told(text.datetime),
  detail_url: told(text.detailUrl),
  content: told(text.content),
  r_type: computed({ label: text.kind, type: "string", present: () => null }),
};

/** What happened to one object, newest first. Contract: docs/contract/sessions.md, section 11. */
export const activitiesRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/audits/activities/",
  access: permission("audits.view_activitylog"),
  title: "Resource Activity Api",
  fields: { GET: fields },
  handle: async (context) => {
    const known = caller(context);
    const resourceId = cleanText(context.query.get("resource_id") ?? "").slice(0, 128);
    if (resourceId === "") throw new ValidationError({ resource_id: [common.required] });
    const rows = await activitiesOf(known, resourceId);
    return { body: rows.map((row) => present(row, known)) };
  },
};

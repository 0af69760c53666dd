import { Readable } from "node:stream";
import { type CallerContext, permission, requirePermission } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../engine/http/index.ts";
import { log } from "../../engine/log.ts";
import { isUuid } from "../../engine/resource/index.ts";
import { sessionsTable } from "../sessions/index.ts";
import { exportBundle, recordExport } from "./bundle/bundle.ts";
import { text } from "./texts.ts";

/** What shows the other parts of a bundle elsewhere. */
const alsoNeeded = [
  "terminal.view_session",
  "terminal.view_command",
  "audits.view_ftplog",
  "audits.view_operatelog",
];

async function download(context: CallerContext, id: string): Promise<RouteAnswer> {
  for (const code of alsoNeeded) requirePermission(context, code);
  const { db, organization, services } = context;
  const session = isUuid(id)
    ? await db.selectFrom(sessionsTable.as("s")).select("s.org_id").where("s.id", "=", id).executeTakeFirst()
    : undefined;
  if (session === undefined || (!organization.isRoot && session.org_id !== organization.id)) {
    throw new NotFound(text.session);
  }
  await recordExport(services, id, { ...context, db: services.db });
  const bundle = Readable.from(await exportBundle(services, id));
  bundle.on("error", (error) => log.error({ err: error, session: id }, "evidence cannot be exported"));
  return {
    body: bundle,
    type: "application/x-tar",
    headers: {
      "content-disposition": `attachment; filename*=UTF-8''evidence-${id}.tar`,
      "cache-control": "no-store",
    },
  };
}

/** The evidence of a session as a file, an addition. Contract: docs/contract/sessions.md, section 14. */
export const exportRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/sessions/:id/evidence/",
  access: permission("terminal.download_sessionreplay"),
  title: "Session Evidence",
  produces: "application/x-tar",
  handle: (context, { params }) => download(caller(context), params.id ?? ""),
};

import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import type { Services } from "../../../engine/services.ts";
import { fileCopyContext, openFileCopy } from "../../../transport/file-copies/index.ts";
import { text } from "./texts.ts";

async function download(context: CallerContext, id: string): Promise<RouteAnswer> {
  const { db, organization, services } = context;
  const log = isUuid(id)
    ? await db
        .selectFrom("ftp_logs")
        .select(["id", "org_id", "asset", "account", "filename", "content_path", "content_key_sealed"])
        .where("id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (log === undefined || (!organization.isRoot && log.org_id !== organization.id)) {
    throw new NotFound(text.fileLog);
  }
  const { content_path: path, content_key_sealed: sealed } = log;
  const copy =
    path === null || sealed === null
      ? null
      : await openFileCopy(
          services.config.dataFolder,
          path,
          services.secrets.open(sealed, fileCopyContext(log.id)),
        );
  // As the contract has it: words instead of the file, and no error.
  if (copy === null)
    return { body: translate(text.fileMissing, context.language), type: "text/plain; charset=utf-8" };
  await recordOperation(context, {
    action: "download",
    type: text.fileLog,
    name: `${log.account}@${log.asset} ${log.filename}`.slice(0, 128),
    id: log.id,
    organizationId: log.org_id,
  });
  const name = log.filename.slice(log.filename.lastIndexOf("/") + 1) || log.id;
  return {
    body: copy,
    type: "application/octet-stream",
    headers: { "content-disposition": `attachment; filename*=UTF-8''${headerName(name)}` },
  };
}

/** A name as RFC 5987 writes it. */
const headerName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*!]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/** The kept copies of transferred files. Contract: docs/contract/file-transfers.md, section 2. */
export const fileCopyRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/audits/ftp-logs/:id/file/download/",
    access: permission("audits.view_ftplog"),
    title: "Ftp Log File Download",
    produces: "application/octet-stream",
    handle: (context, { params }) => download(caller(context), params.id ?? ""),
  },
];

/** The copies that were kept of a session's files, by the id of their record; each can be read again and again. */
export async function fileCopiesOf(
  { db, config, secrets }: Pick<Services, "config" | "db" | "secrets">,
  sessionId: string,
): Promise<readonly { readonly id: string; readonly open: () => AsyncIterable<Buffer> }[]> {
  const rows = await db
    .selectFrom("ftp_logs")
    .select(["id", "content_path", "content_key_sealed"])
    .where("session_id", "=", sessionId)
    .where("has_file", "=", true)
    .orderBy("date_start")
    .orderBy("id")
    .execute();
  const found = [];
  for (const { id, content_path: path, content_key_sealed: sealed } of rows) {
    if (path === null || sealed === null) continue;
    const open = () => openFileCopy(config.dataFolder, path, secrets.open(sealed, fileCopyContext(id)));
    const probe = await open();
    probe?.destroy();
    if (probe === null) continue;
    found.push({
      id,
      open: async function* () {
        for await (const chunk of (await open()) ?? []) yield chunk as Buffer;
      },
    });
  }
  return found;
}

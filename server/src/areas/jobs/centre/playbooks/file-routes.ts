import { sql } from "kysely";
import { type CallerContext, permission } from "../../../../engine/access/index.ts";
import { recordOperation } from "../../../../engine/audit/index.ts";
import { ApiError, BadRequest, NotFound } from "../../../../engine/errors.ts";
import { caller, type RouteDeclaration, type RouteRequest } from "../../../../engine/http/index.ts";
import { text as common, type Message, translate, withParameters } from "../../../../engine/i18n/index.ts";
import { isObject, type Json } from "../../../../engine/json.ts";
import { boolean, isUuid, text as line } from "../../../../engine/resource/index.ts";
import { playbookText as text } from "../playbook-texts.ts";
import { makeArchive } from "./archive.ts";
import { nodeOf, treeOf } from "./file-tree.ts";
import { entryName, isFileName, nameOf, parentOf, pathIn, pathOfKey } from "./paths.ts";
import {
  addFiles,
  largestFile,
  listFiles,
  moveFile,
  readFile,
  readFiles,
  removeFile,
  type StoredFile,
  writeFile,
} from "./playbook-files.ts";

const change = permission("ops.change_playbook");

/** A playbook of the caller. */
interface OwnPlaybook {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
}

/** @throws NotFound also for the playbooks of others */
async function ownPlaybook(
  { db, principal, organization }: CallerContext,
  id: string | undefined,
  isWritten: boolean,
): Promise<OwnPlaybook> {
  // Writers of one playbook come one after the other.
  const { rows } = await sql<OwnPlaybook>`
    select id, org_id, name from ops_playbooks where id = ${id !== undefined && isUuid(id) ? id : null}::uuid
      and creator_id = ${principal.id}::uuid and (${organization.isRoot} or org_id = ${organization.id}::uuid)
    ${isWritten ? sql`for update` : sql``}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new NotFound(text.playbook);
  return row;
}

/** Clients of the contract read the sentence from `msg`. */
const refusal = (code: string, message: Message): BadRequest =>
  new BadRequest(code, message, { msg: message });

/** @throws BadRequest for what leads out of the playbook */
function requirePath(key: unknown): string {
  const path = typeof key === "string" ? pathOfKey(key) : null;
  if (path === null) throw refusal("invalid_key", text.badKey);
  return path;
}

async function requireFile(db: CallerContext["db"], id: string, path: string): Promise<StoredFile> {
  const file = await readFile(db, id, path);
  if (file === null) throw new NotFound(text.file);
  return file;
}

/** @throws BadRequest for what has to stay */
function requireUnprotected(path: string): void {
  if (path === "" || path === entryName) throw refusal("protected", text.isProtected);
}

function contentOf(given: unknown): Buffer {
  if (typeof given !== "string") throw refusal("invalid_content", text.noText);
  const content = Buffer.from(given);
  if (content.length > largestFile)
    throw refusal("too_large", withParameters(text.fileTooLarge, { name: "" }));
  return content;
}

/** The text of a file; null: it is none. */
function readText(content: Buffer): string | null {
  if (content.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}

async function read(context: CallerContext, playbook: OwnPlaybook): Promise<Json> {
  const key = context.query.get("key") ?? null;
  if (key === null) return treeOf(playbook.name, await listFiles(context.db, playbook.id)) as unknown as Json;
  const { content, version } = await requireFile(context.db, playbook.id, requirePath(key));
  if (content === null) throw refusal("is_folder", text.isFolder);
  const told = readText(content);
  return {
    content: told ?? translate(text.unsupported, context.language),
    // Additions.
    is_text: told !== null,
    version,
  };
}

/** A name nothing in the folder has: that one, or with a number. */
async function freeName(db: CallerContext["db"], id: string, folder: string, name: string): Promise<string> {
  const taken = new Set((await listFiles(db, id)).map(({ path }) => path));
  for (let count = 0; ; count++) {
    const path = pathIn(folder, count === 0 ? name : `${name}(${count})`);
    if (!taken.has(path)) return path;
  }
}

async function create(context: CallerContext, { id }: OwnPlaybook, body: unknown): Promise<Json> {
  const { key = "root", name: given, is_directory, content = "" } = isObject(body) ? body : {};
  const isFolder = is_directory === true || is_directory === "true";
  const folder = requirePath(key);
  if (folder !== "" && (await requireFile(context.db, id, folder)).content !== null) {
    throw refusal("not_a_folder", text.notFolder);
  }
  const name =
    given === undefined || given === null || given === "" ? (isFolder ? "new_dir" : "new_file.yml") : given;
  if (typeof name !== "string" || !isFileName(name)) throw refusal("invalid_name", text.badName);
  const path = await freeName(context.db, id, folder, name);
  requirePath(path);
  await addFiles(context.db, id, [{ path, content: isFolder ? null : contentOf(content) }]);
  return nodeOf({ path, is_folder: isFolder }) as unknown as Json;
}

async function patch(context: CallerContext, { id }: OwnPlaybook, body: unknown): Promise<Json> {
  const given = isObject(body) ? body : {};
  const path = requirePath(given.key ?? "");
  if (given.new_name !== undefined && given.new_name !== null && given.new_name !== "") {
    return rename(context, id, path, given.new_name);
  }
  if (path === "") throw refusal("invalid_key", text.badKey);
  const file = await requireFile(context.db, id, path);
  if (file.content === null) throw refusal("is_folder", text.isFolder);
  const content = contentOf(given.content);
  const { version } = given;
  if (version !== undefined && version !== null && version !== file.version) {
    throw new ApiError(409, "object_changed", text.changedMeanwhile, { msg: text.changedMeanwhile });
  }
  return { msg: "ok", version: await writeFile(context.db, id, { path, content }) };
}

async function rename({ db }: CallerContext, id: string, path: string, name: unknown): Promise<Json> {
  requireUnprotected(path);
  if (typeof name !== "string" || !isFileName(name)) throw refusal("invalid_name", text.badName);
  const { content } = await requireFile(db, id, path);
  const to = pathIn(parentOf(path), name);
  if (to !== path) {
    if ((await readFile(db, id, to)) !== null)
      throw refusal("name_taken", withParameters(text.nameTaken, { name }));
    requirePath(to);
    await moveFile(db, id, { from: path, to });
  }
  return nodeOf({ path: to, is_folder: content === null }) as unknown as Json;
}

async function remove({ db, query }: CallerContext, { id }: OwnPlaybook): Promise<Json> {
  const key = query.get("key") ?? null;
  if (key === null || key === "") throw refusal("invalid_key", text.badKey);
  const path = requirePath(key);
  requireUnprotected(path);
  await requireFile(db, id, path);
  await removeFile(db, id, path);
  return { msg: "ok" };
}

async function write(context: CallerContext, playbook: OwnPlaybook, request: RouteRequest): Promise<Json> {
  const { method, body } = request;
  const answer =
    method === "POST"
      ? await create(context, playbook, body)
      : method === "PATCH"
        ? await patch(context, playbook, body)
        : await remove(context, playbook);
  await sql`update ops_playbooks set date_updated = now() where id = ${playbook.id}::uuid`.execute(
    context.db,
  );
  const named = isObject(answer) && typeof answer.id === "string" ? answer.id : keyOf(context, body);
  await recordOperation(context, {
    action: "update",
    type: text.playbook,
    name: `${playbook.name}: ${nameOf(named)}`,
    id: playbook.id,
    organizationId: playbook.org_id,
  });
  return answer;
}

const keyOf = ({ query }: CallerContext, body: unknown): string =>
  query.get("key") ?? (isObject(body) && typeof body.key === "string" ? body.key : "");

const fields = {
  key: line({ label: text.file, blank: true, maxLength: 1024 }),
  name: line({ label: common.name, blank: true, maxLength: 255 }),
  is_directory: boolean({ label: text.isFolderField, default: false }),
  content: line({ label: text.content, blank: true, maxLength: largestFile }),
};

/** The files of a playbook. Contract: docs/contract/job-centre.md, "Playbooks". */
export const playbookFileRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET", "POST", "PATCH", "DELETE"],
    path: "/api/v1/ops/playbook/:id/file/",
    access: change,
    title: "Playbook File Browser Api",
    fields: { GET: {}, POST: fields, PATCH: fields },
    // Text may be twice as long in JSON, and some characters six times.
    bodyLimit: 4 * largestFile,
    handle: async (context, request) => {
      const known = caller(context);
      const playbook = await ownPlaybook(known, request.params.id, request.method !== "GET");
      return {
        body: request.method === "GET" ? await read(known, playbook) : await write(known, playbook, request),
      };
    },
  },
  {
    methods: ["GET"],
    path: "/media/playbooks/:file",
    access: permission("ops.view_playbook"),
    produces: "application/zip",
    handle: async (context, { params }) => {
      const known = caller(context);
      const playbook = await ownPlaybook(known, /^([0-9a-f-]+)\.zip$/i.exec(params.file ?? "")?.[1], false);
      return {
        body: makeArchive(await readFiles(known.db, playbook.id)),
        type: "application/zip",
        headers: {
          "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(playbook.name)}.zip`,
          "content-security-policy": "default-src 'none'; sandbox",
        },
      };
    },
  },
];

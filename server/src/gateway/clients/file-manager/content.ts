import { createHash } from "node:crypto";
import { withParameters } from "../../../engine/i18n/index.ts";
import { baseOf } from "../../files/paths.ts";
import { openFlag } from "../../files/sftp/packets.ts";
import { drained } from "./browse.ts";
import { accountOf, bytes, type Call, type Command, existing, required, target } from "./call.ts";
import { namedIn } from "./entry.ts";
import { badRequest, closedFailure, FileFailure } from "./failure.ts";
import { pieceOf } from "./files-client.ts";
import { shownName } from "./hash.ts";
import { managerText } from "./texts.ts";

/** Largest text that is edited, in MiB. */
const largestText = 2;

/** Longest body of one piece of an upload, in bytes. */
const longestPiece = 64 * 1024 * 1024;

/**
 * Sends the content of a file, from `from` on; whoever breaks it off is on record for it.
 *
 * @param begin writes the head. Not before the first of the content is there: what fails until then is told in an answer
 */
async function send(
  call: Call,
  path: string,
  { from, length, begin }: { from: number; length: number; begin: () => void },
): Promise<void> {
  const { client, response, signal } = call;
  const piece = pieceOf(await accountOf(call, path));
  const handle = await client.open(path, openFlag.read);
  let isWhole = false;
  try {
    for await (const data of client.read(handle, { from, length, piece })) {
      if (signal.aborted) throw closedFailure();
      if (!response.headersSent) begin();
      if (!response.write(data)) await drained(call);
    }
    if (!response.headersSent) begin();
    isWhole = true;
  } finally {
    await (isWhole ? client.close(handle) : client.abandon(handle));
  }
}

/** A name in a header, as RFC 6266 has it. */
export const attachment = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
};

/** `file`: its content, or from a byte on (`Range: bytes=N-`). Never shown as a page of ours. */
const file: Command = async (call) => {
  const { client, request, response } = call;
  const path = target(call);
  const facts = await client.facts(path, true);
  if (facts === null || facts.kind === "folder") throw new FileFailure("not_found", managerText.notFound);
  const range = /^bytes=(\d{1,15})-$/.exec(request.headers.range ?? "")?.[1];
  const from = range === undefined ? 0 : Number(range);
  if (range !== undefined && from >= facts.size) throw badRequest("range");
  const account = await accountOf(call, path);
  if (!account.rights.download) {
    // Asked for all the same, so that the refusal is on record.
    await client.close(await client.open(path, openFlag.read));
  }
  const begin = () =>
    response.writeHead(range === undefined ? 200 : 206, {
      "content-type": "application/octet-stream",
      "content-disposition": attachment(shownName(baseOf(path))),
      "content-security-policy": "sandbox; default-src 'none'",
      "accept-ranges": "bytes",
      ...(range === undefined ? {} : { "content-range": `bytes ${from}-${facts.size - 1}/${facts.size}` }),
      // Files of the system have a size of 0 and content all the same.
      ...(facts.size > 0 ? { "content-length": facts.size - from } : {}),
    });
  const length = facts.size > 0 ? facts.size - from : Number.MAX_SAFE_INTEGER;
  await send(call, path, { from, length, begin });
  response.end();
  return null;
};

/** The whole of a small file. */
async function textOf(call: Call, path: string): Promise<Buffer> {
  const { client } = call;
  const tooLarge = () =>
    new FileFailure("too_large", withParameters(managerText.tooLarge, { size: String(largestText) }));
  const limit = largestText * 1024 * 1024;
  const facts = await client.facts(path, true);
  if (facts === null || facts.kind === "folder") throw new FileFailure("not_found", managerText.notFound);
  if (facts.size > limit) throw tooLarge();
  const handle = await client.open(path, openFlag.read);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const data of client.read(handle, { from: 0, length: limit + 1, piece: 32 * 1024 })) {
      size += data.length;
      chunks.push(data);
    }
  } finally {
    await client.close(handle);
  }
  if (size > limit) throw tooLarge();
  return Buffer.concat(chunks);
}

const revisionOf = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/** `get`: a text to be edited, with its revision (an addition). */
const get: Command = async (call) => {
  const content = await textOf(call, target(call));
  if (content.includes(0)) throw new FileFailure("not_text", managerText.notText);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
    return { content: text, revision: revisionOf(content) };
  } catch {
    throw new FileFailure("not_text", managerText.notText);
  }
};

/** `put`: an edited text; with the `revision` it began with (an addition) only onto that. */
const put: Command = async (call) => {
  const path = target(call);
  const content = Buffer.from(call.form.values.get("content") ?? "", "utf8");
  if (content.length > largestText * 1024 * 1024) {
    throw new FileFailure("too_large", withParameters(managerText.tooLarge, { size: String(largestText) }));
  }
  const revision = call.form.values.get("revision");
  if (revision !== null && revisionOf(await textOf(call, path)) !== revision) {
    throw new FileFailure("changed", managerText.changed);
  }
  await call.uploads.put({
    path,
    content: just(content),
    at: 0,
    total: content.length,
    replaces: true,
    pieceSize: pieceOf(await accountOf(call, path)),
  });
  return { changed: [await existing(call, path)], revision: revisionOf(content) };
};

async function* just(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/**
 * `write` (an addition): a piece of an upload as the body of the request. `at` and `total` say where it belongs, `mode`
 * whether it may go over a file that is there; `cancel=1` ends an upload that is not wanted any more.
 */
const write: Command = async (call) => {
  const { form, request, uploads } = call;
  if (request.method !== "PUT" && request.method !== "POST") throw badRequest("method");
  const path = namedIn(target(call), required(call, "name"));
  if (form.values.get("cancel") === "1") {
    await uploads.cancel(path);
    return {};
  }
  const [at, total] = [bytes(call, "at"), bytes(call, "total")];
  const length = Number(request.headers["content-length"] ?? Number.NaN);
  if (!(length <= longestPiece) || at + length > total) throw badRequest("content-length");
  const pieceSize = pieceOf(await accountOf(call, path));
  const replaces = form.values.get("mode") === "replace";
  const written = await uploads.put({ path, content: request, at, total, replaces, pieceSize });
  return { written };
};

/**
 * `upload`: files of a form; or a piece of one (`chunk`, `range`), named `<name>.<number>_<last>.part`, and after the
 * last piece a request without a file.
 */
const upload: Command = async (call) => {
  const { form, uploads } = call;
  const folder = target(call);
  const pieceSize = pieceOf(await accountOf(call, folder));
  const chunk = form.values.get("chunk");
  if (form.files === null)
    return chunk === null ? missing("upload[]") : uploaded(call, namedIn(folder, chunk));
  const paths = form.values.getAll("upload_path[]");
  const added = [];
  let index = 0;
  for await (const part of form.files) {
    const name = chunk === null ? (part.filename ?? "") : chunk.replace(/\.\d+_\d+\.part$/, "");
    const within = relativeFolder(paths[index], folder);
    index += 1;
    const path = namedIn(within, name.slice(name.lastIndexOf("/") + 1));
    if (chunk !== null) {
      const { at, total } = rangeOf(required(call, "range"));
      const piece = { path, content: part.content, at, total, replaces: true, pieceSize };
      const written = await uploads.put(piece);
      return written >= total
        ? { added: [], _chunkmerged: baseOf(path), _name: shownName(baseOf(path)) }
        : { added: [] };
    }
    const total = Number.MAX_SAFE_INTEGER;
    await uploads.put({ path, content: part.content, at: 0, total, replaces: true, pieceSize });
    await uploads.finish(path);
    added.push(await existing(call, path));
  }
  return { added };
};

const missing = (field: string): never => {
  throw badRequest(field);
};

async function uploaded(call: Call, path: string): Promise<object> {
  return { added: [await existing(call, path)] };
}

/** Where a file of an uploaded folder goes: a hash, or a path below the folder it goes into. */
function relativeFolder(path: string | undefined, folder: string): string {
  if (path === undefined || path === "" || !path.startsWith("/")) return folder;
  return path
    .split("/")
    .slice(0, -1)
    .filter((part) => part !== "")
    .reduce(namedIn, folder);
}

/** `start,length,total` of a piece. */
function rangeOf(text: string): { readonly at: number; readonly total: number } {
  const found = /^(\d{1,15}),(\d{1,15}),(\d{1,15})$/.exec(text);
  if (found === null) throw badRequest("range");
  const [at = 0, , total = 0] = found.slice(1).map(Number);
  return { at, total };
}

/** Commands that read or write what is in files. */
export const contents = { file, get, put, write, upload } as const;

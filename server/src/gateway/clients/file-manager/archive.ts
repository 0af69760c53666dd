import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { configure, ZipWriter } from "@zip.js/zip.js";
import { baseOf } from "../../files/paths.ts";
import { openFlag } from "../../files/sftp/packets.ts";
import { drained } from "./browse.ts";
import { accountOf, type Call, type Command, existing, goOn, required, targets } from "./call.ts";
import { attachment } from "./content.ts";
import { badRequest, closedFailure } from "./failure.ts";
import { pieceOf } from "./files-client.ts";
import { shownName } from "./hash.ts";
import { walk } from "./walk.ts";

configure({ useWebWorkers: false });

/** Archives that wait to be fetched, of one connection. */
const archiveLimit = 100;

/**
 * `zipdl`: an archive of files and folders. The first request says which, and is answered a key; the second
 * (`download=1`) fetches it, made while it is sent.
 */
const zipdl: Command = async (call) => {
  const { connection, form } = call;
  if (form.values.get("download") === "1") return fetchArchive(call);
  const paths = targets(call);
  for (const path of paths) await existing(call, path);
  if (connection.archives.size >= archiveLimit) connection.archives.clear();
  const key = randomUUID();
  connection.archives.set(key, paths);
  const [first = "/"] = paths;
  const name = `${paths.length === 1 ? shownName(baseOf(first)) || "files" : "files"}.zip`;
  return { zipdl: { file: key, name, mime: "application/zip" } };
};

/** elFinder sends the key, the name and the kind behind the folder it is in. */
async function fetchArchive(call: Call): Promise<null> {
  const { connection, form, response } = call;
  const told = form.values.getAll("targets[]");
  const [key, name] = told.length >= 3 ? told.slice(1, 3) : [required(call, "file"), form.values.get("name")];
  const paths = connection.archives.get(key ?? "");
  if (paths === undefined) throw badRequest("file");
  connection.archives.delete(key ?? "");
  response.writeHead(200, {
    "content-type": "application/zip",
    "content-disposition": attachment(name || "files.zip"),
  });
  // Nothing is compressed: what packs the files has terminals to carry besides.
  const archive = new ZipWriter(sinkOf(call), { level: 0, keepOrder: true, bufferedWrite: false });
  for (const root of paths) await addTree(call, archive, root);
  await archive.close();
  response.end();
  return null;
}

async function addTree(call: Call, archive: ZipWriter<unknown>, root: string): Promise<void> {
  const cut = root.length - baseOf(root).length;
  for await (const { path, facts } of walk(call, root)) {
    goOn(call);
    const name = shownName(path.slice(cut));
    const about = { lastModDate: new Date(Math.max(facts.modified, 315_532_800) * 1000) };
    if (facts.kind === "folder") {
      if (name !== "") await archive.add(`${name}/`, undefined, { ...about, directory: true });
      continue;
    }
    if (facts.kind === "link" && (await call.client.facts(path, true))?.kind !== "file") continue;
    await archive.add(name, contentOf(call, path), about);
  }
}

/** The content of a file, read as fast as the archive is taken. */
function contentOf(call: Call, path: string): ReadableStream<Uint8Array> {
  async function* content(): AsyncGenerator<Uint8Array> {
    const piece = pieceOf(await accountOf(call, path));
    const handle = await call.client.open(path, openFlag.read);
    let isWhole = false;
    try {
      yield* call.client.read(handle, { from: 0, length: Number.MAX_SAFE_INTEGER, piece });
      isWhole = true;
    } finally {
      await (isWhole ? call.client.close(handle) : call.client.abandon(handle));
    }
  }
  return Readable.toWeb(Readable.from(content(), { objectMode: false })) as ReadableStream<Uint8Array>;
}

/** Sends what the archive is made of; waits while the client does not take it. */
function sinkOf(call: Call): WritableStream<Uint8Array> {
  return new WritableStream({
    async write(data) {
      if (call.signal.aborted) throw closedFailure();
      if (!call.response.write(data)) await drained(call);
    },
  });
}

/** Commands that make archives. */
export const archiving = { zipdl } as const;

import { createHash, sign } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CallerContext } from "../../../engine/access/index.ts";
import { recordOperation, recordSystemOperations } from "../../../engine/audit/index.ts";
import { BadRequest, NotFound } from "../../../engine/errors.ts";
import { staticFolder } from "../../../engine/http/index.ts";
import type { Services } from "../../../engine/services.ts";
import {
  bytesOf,
  checkRecording,
  openRecording,
  toAsciicast,
  toRaw,
} from "../../../transport/recording/index.ts";
import { fileCopiesOf } from "../../audits/index.ts";
import {
  placeOfRecording,
  StorageError,
  sessionsTable,
  tarHeader,
  tarPadding,
} from "../../sessions/index.ts";
import { advanceChain } from "../chain/checkpoints.ts";
import { type SigningKey, signingKey } from "../chain/signing-key.ts";
import type { EvidenceServices } from "../evidence-services.ts";
import { text } from "../texts.ts";
import { collectProof, type Proof } from "./collect.ts";
import { readme } from "./readme.ts";

/** One file of a bundle. */
interface Part {
  readonly name: string;
  /** Its bytes; read twice, first to measure them unless `size` is known. */
  readonly content: () => AsyncIterable<Buffer>;
  readonly size?: number;
}

/** Files of the records of each kind. docs/evidence.md, section 4. */
const recordFiles: Readonly<Record<string, string>> = {
  session: "session.jsonl",
  grounds: "grounds.jsonl",
  approval: "approvals.jsonl",
  approval_step: "approval-steps.jsonl",
  event: "events.jsonl",
  command: "commands.jsonl",
  file: "files.jsonl",
  hold: "holds.jsonl",
  operation: "operations.jsonl",
};

/** A session as bundles know it. */
interface BundledSession {
  readonly id: string;
  readonly date_start: Date;
  readonly recording_path: string | null;
  readonly recording_bytes: number | null;
  readonly recording_hash: string | null;
}

/**
 * The evidence of a session as one tar archive. What waits enters the chain and is signed first.
 *
 * @throws NotFound, BadRequest before the first byte, when there is no such session, it still runs, or its recording
 *   is not as it was written
 */
export async function exportBundle(
  services: EvidenceServices,
  sessionId: string,
): Promise<AsyncGenerator<Buffer>> {
  const session = await readSession(services, sessionId);
  const recording = await recordingParts(services, session);
  await advanceChain(services, { isDue: true });
  // Before the proof is read: it then has every hand-over by this key.
  const key = await signingKey(services);
  const proof = await collectProof(services.db, session.id);
  const parts = [
    ...(await frontMatter()),
    ...Object.entries(recordFiles).map(([kind, name]) => plain(name, lines(proof.records.get(kind) ?? []))),
    ...recording,
    ...(await copyParts(services, session.id)),
    plain("chain.txt", lines(proof.chain)),
    plain("checkpoints.jsonl", lines(proof.checkpoints.map(presentCheckpoint))),
    plain("handovers.jsonl", lines(proof.handovers.map(presentHandover))),
  ];
  return archive(session, parts, proof, key);
}

async function readSession({ db }: EvidenceServices, sessionId: string): Promise<BundledSession> {
  const session = await db
    .selectFrom(sessionsTable.as("s"))
    .select([
      "s.id",
      "s.date_start",
      "s.is_finished",
      "s.recording_path",
      "s.recording_bytes",
      "s.recording_hash",
    ])
    .where("s.id", "=", sessionId)
    .executeTakeFirst();
  if (session === undefined) throw new NotFound(text.sessionGone);
  if (!session.is_finished) throw new BadRequest("session_running", text.sessionRunning);
  return session;
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");

const plain = (name: string, content: string): Part => {
  const bytes = Buffer.from(content);
  return {
    name,
    size: bytes.length,
    content: async function* () {
      yield bytes;
    },
  };
};

const presentCheckpoint = ({ statement, signature }: Proof["checkpoints"][number]): string =>
  JSON.stringify({ statement, signature });

const presentHandover = ({ statement, ...by }: Proof["handovers"][number]): string =>
  JSON.stringify({ statement, former: by.former_signature, successor: by.successor_signature });

/** What a reader finds first. */
async function frontMatter(): Promise<Part[]> {
  const verifier = await readFile(join(staticFolder(), "evidence", "verify.mjs"), "utf8");
  return [plain("README.txt", readme), plain("verify.mjs", verifier)];
}

/** The recording as it is, the key that opens it and nothing else, and what players play. */
async function recordingParts(
  services: EvidenceServices,
  { id, recording_path, recording_bytes: bytes, recording_hash: hash }: BundledSession,
): Promise<Part[]> {
  if (recording_path === null || bytes === null || hash === null) return [];
  const { secrets } = services;
  const place = await placeOfRecording(services, { id, recording_path });
  if (place === null || (await damageOf(place, { bytes, hash })) !== null) {
    throw new BadRequest("recording_damaged", text.recordingGone);
  }
  const opened = await openRecording(place, secrets);
  const key = opened.chain.key.toString("hex");
  const { withoutTerminal } = opened.header;
  await opened.close();
  const read = (convert: (recording: typeof opened) => AsyncGenerator<Buffer>) =>
    async function* () {
      const recording = await openRecording(place, secrets);
      try {
        yield* convert(recording);
      } finally {
        await recording.close();
      }
    };
  return [
    { name: "recording.rec", size: bytes, content: () => bytesOf(place) },
    plain("recording.key", `${key}\n`),
    { name: "recording.cast", content: read(toAsciicast) },
    ...(withoutTerminal === true
      ? [
          { name: "recording.input", content: read((recording) => toRaw(recording, "i")) },
          { name: "recording.output", content: read((recording) => toRaw(recording, "o")) },
        ]
      : []),
  ];
}

/**
 * What is wrong with a recording.
 * @throws BadRequest where its storage does not answer: nothing is said of what could not be read
 */
async function damageOf(...given: Parameters<typeof checkRecording>): ReturnType<typeof checkRecording> {
  try {
    return await checkRecording(...given);
  } catch (error) {
    if (error instanceof StorageError) throw new BadRequest("storage_failed", error.detail);
    throw error;
  }
}

/** The kept copies of files, each under the id of its record. */
async function copyParts(services: EvidenceServices, sessionId: string): Promise<Part[]> {
  const copies = await fileCopiesOf(services, sessionId);
  return copies.map(({ id, open }) => ({ name: `files/${id}`, content: open }));
}

async function* archive(
  { id, date_start: started }: BundledSession,
  parts: readonly Part[],
  proof: Proof,
  key: SigningKey,
): AsyncGenerator<Buffer> {
  const files: { name: string; bytes: number; sha256: string }[] = [];
  for (const part of parts) {
    const { name, content } = part;
    let bytes = part.size ?? 0;
    if (part.size === undefined) for await (const chunk of content()) bytes += chunk.length;
    const hash = createHash("sha256");
    yield tarHeader(name, bytes, started);
    for await (const chunk of content()) {
      hash.update(chunk);
      yield chunk;
    }
    yield tarPadding(bytes);
    files.push({ name, bytes, sha256: hash.digest("hex") });
  }
  const manifest = JSON.stringify(
    {
      format: "sallyport-evidence-1",
      session: id,
      made: new Date().toISOString(),
      key: key.fingerprint,
      keys: { ...proof.keys, [key.fingerprint]: key.publicKey },
      files,
    },
    null,
    2,
  );
  const signature = sign(null, Buffer.from(manifest), key.privateKey).toString("base64");
  for (const [name, content] of [
    ["manifest.json", manifest],
    ["manifest.sig", `${signature}\n`],
  ] as const) {
    const bytes = Buffer.from(content);
    yield tarHeader(name, bytes.length, started);
    yield bytes;
    yield tarPadding(bytes.length);
  }
  yield Buffer.alloc(1024);
}

/** That evidence was exported is a matter of record, and in the bundle itself. Nothing where there is no such session. */
export async function recordExport(
  { db }: Pick<Services, "db">,
  sessionId: string,
  by?: CallerContext,
): Promise<void> {
  const session = await db
    .selectFrom(sessionsTable.as("s"))
    .select(["s.user", "s.account", "s.asset", "s.org_id"])
    .where("s.id", "=", sessionId)
    .executeTakeFirst();
  if (session === undefined) return;
  const entry = {
    action: "export",
    type: text.evidence,
    name: `${session.user} ${session.account}@${session.asset}`.slice(0, 128),
    id: sessionId,
    organizationId: session.org_id,
  } as const;
  await (by === undefined ? recordSystemOperations(db, [entry]) : recordOperation(by, entry));
}

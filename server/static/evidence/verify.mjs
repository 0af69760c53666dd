#!/usr/bin/env node
// Verifies the evidence of a session. Needs Node.js 20 or later and nothing else. docs/evidence.md, section 4.
import { createDecipheriv, createHash, createPublicKey, verify } from "node:crypto";
import fs from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const chunk = 1024 * 1024;
const noHash = "0".repeat(64);
const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

const hashOf = (part) => {
  const hash = createHash("sha256");
  for (const bytes of part.chunks()) hash.update(bytes);
  return hash.digest("hex");
};

/** Files of records, and the kind of record in each. */
const recordFiles = {
  "session.jsonl": "session",
  "grounds.jsonl": "grounds",
  "approvals.jsonl": "approval",
  "approval-steps.jsonl": "approval_step",
  "events.jsonl": "event",
  "commands.jsonl": "command",
  "files.jsonl": "file",
  "holds.jsonl": "hold",
  "operations.jsonl": "operation",
};

/** A part of a bundle: some bytes of a file. */
class Part {
  constructor(file, offset, size) {
    Object.assign(this, { file, offset, size });
  }
  *chunks() {
    for (let at = 0; at < this.size; at += chunk) yield this.read(at, chunk);
  }
  read(from, length) {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - from)));
    let filled = 0;
    while (filled < buffer.length) {
      const count = fs.readSync(
        this.file,
        buffer,
        filled,
        buffer.length - filled,
        this.offset + from + filled,
      );
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  }
}

/** The parts of an archive (tar) by name, in their order. */
function openArchive(file, parts, report) {
  const { size } = fs.fstatSync(file);
  const whole = new Part(file, 0, size);
  let at = 0;
  let last = "its beginning";
  for (;;) {
    const header = whole.read(at, 512);
    if (header.length < 512) {
      return report(`truncated: the archive ends after ${last}`);
    }
    if (header.every((byte) => byte === 0)) break;
    const name = header.toString("utf8", 0, 100).replace(/\0.*$/s, "");
    const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
    if (header.toString("latin1", 148, 156) !== `${sum.toString(8).padStart(6, "0")}\0 `) {
      return report(`changed: the archive's header after ${last}`);
    }
    const length = Number.parseInt(header.toString("latin1", 124, 135), 8);
    at += 512;
    if (at + length > size) {
      return report(`truncated: ${name}`);
    }
    if (parts.has(name)) report(`added: ${name} is there twice`);
    parts.set(name, new Part(file, at, length));
    const padding = whole.read(at + length, (512 - (length % 512)) % 512);
    if (padding.some((byte) => byte !== 0)) report(`changed: the archive behind ${name}`);
    at += length + padding.length;
    last = name;
  }
  const end = whole.read(at, 1025);
  if (end.length !== 1024) report(`${end.length < 1024 ? "truncated" : "added"}: the archive behind ${last}`);
  else if (end.some((byte) => byte !== 0)) report(`changed: the archive behind ${last}`);
}

function openFolder(folder, parts) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const file = fs.openSync(path, "r");
    parts.set(relative(folder, path).split(sep).join("/"), new Part(file, 0, fs.fstatSync(file).size));
  }
}

const textOf = (parts, name) => parts.get(name)?.read(0, Number.MAX_SAFE_INTEGER).toString("utf8") ?? null;
const linesOf = (text) => (text === null || text === "" ? [] : text.replace(/\n$/, "").split("\n"));
const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
const fingerprintOf = (key) => sha256(Buffer.from(key, "base64"));
const isSigned = (text, signature, key) => {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
};

/** The manifest, its signature, and every file in it. Answers the keys it names that count, and their hand-overs. */
function verifyManifest(parts, { keys: wanted, isArchive }, report) {
  const text = textOf(parts, "manifest.json");
  const signature = textOf(parts, "manifest.sig");
  if (text === null) report("missing: manifest.json");
  if (signature === null) report("missing: manifest.sig");
  const manifest = parse(text ?? "");
  if (!Array.isArray(manifest?.files) || typeof manifest.keys !== "object") {
    if (text !== null) report("changed: manifest.json");
    return { keys: {}, handovers: [] };
  }
  const named = Object.entries(manifest.keys);
  const own = Object.fromEntries(named.filter(([print, key]) => fingerprintOf(String(key)) === print));
  if (Object.keys(own).length < named.length)
    report("changed: manifest.json names a key that is another one");
  const handovers = readHandovers(parts, own, report);
  const known = connected(wanted.length === 0 ? [manifest.key] : wanted, handovers);
  const keys = Object.fromEntries(Object.entries(own).filter(([print]) => known.has(print)));
  const key = keys[manifest.key];
  if (key === undefined) report(`wrong key: the manifest is signed with ${manifest.key}`);
  else if (signature !== null) {
    // What reads as the same signature is not the same file.
    const exact = `${Buffer.from(signature, "base64").toString("base64")}\n`;
    if (signature !== exact || !isSigned(text, signature, key)) {
      report("changed: manifest.json or manifest.sig, which do not fit each other");
    }
  }
  verifyFiles(parts, manifest.files, isArchive, report);
  return { keys, handovers };
}

/** What keys signed about the ones after them, where both signed it. */
function readHandovers(parts, keys, report) {
  return linesOf(textOf(parts, "handovers.jsonl")).flatMap((line, index) => {
    const { statement, former, successor } = parse(line) ?? {};
    const said = typeof statement === "string" ? parse(statement) : null;
    const isOwn = said?.format === "sallyport-handover-1" && keys[said.successor] === said.public_key;
    if (
      isOwn &&
      isSigned(statement, former, keys[said.former]) &&
      isSigned(statement, successor, said.public_key)
    )
      return [said];
    report(`changed: handovers.jsonl line ${index + 1}`);
    return [];
  });
}

/** These keys, and those that they handed over to or that took over from them. */
function connected(keys, handovers) {
  const known = new Set(keys);
  for (const _ of handovers) {
    for (const { former, successor } of handovers) {
      if (known.has(former)) known.add(successor);
      else if (known.has(successor)) known.add(former);
    }
  }
  return known;
}

function verifyFiles(parts, files, isArchive, report) {
  const names = [...files.map(({ name }) => name), "manifest.json", "manifest.sig"];
  for (const name of parts.keys()) if (!names.includes(name)) report(`added: ${name}`);
  for (const { name, bytes, sha256: expected } of files) {
    const part = parts.get(name);
    if (part === undefined) {
      report(`missing: ${name}`);
      continue;
    }
    if (hashOf(part) === expected && part.size === bytes) continue;
    report(`${part.size < bytes ? "truncated" : part.size > bytes ? "extended" : "changed"}: ${name}`);
  }
  const found = [...parts.keys()].filter((name) => names.includes(name));
  const order = names.filter((name) => parts.has(name));
  const moved = isArchive ? found.findIndex((name, index) => name !== order[index]) : -1;
  if (moved >= 0) report(`reordered: ${found[moved]}`);
}

/** Checkpoints by the number of entries they cover. */
function readCheckpoints(parts, { keys, handovers }, report) {
  const checkpoints = new Map();
  for (const [index, line] of linesOf(textOf(parts, "checkpoints.jsonl")).entries()) {
    const { statement, signature } = parse(line) ?? {};
    const said = typeof statement === "string" ? parse(statement) : null;
    const isOutOfTerm = handovers.some(
      ({ former, successor, checkpoint }) => said?.key === (said?.number > checkpoint ? former : successor),
    );
    if (said === null) report(`changed: checkpoints.jsonl line ${index + 1}`);
    else if (keys[said.key] === undefined || isOutOfTerm)
      report(`wrong key: checkpoint ${said.number} is signed with ${said.key}`);
    else if (!isSigned(statement, signature, keys[said.key])) report(`changed: checkpoint ${said.number}`);
    else checkpoints.set(said.entries, { ...said, statement });
  }
  return checkpoints;
}

/** Follows the chain between checkpoints. Answers the session's own entries, each with its line. */
function followChain(parts, checkpoints, report) {
  const own = [];
  let last = 0;
  let hash = noHash;
  let from = 1;
  const leave = () => {
    if (last > 0 && !checkpoints.has(last))
      report(`truncated: chain.txt behind entry ${last}, which no checkpoint covers`);
  };
  for (const [index, line] of linesOf(textOf(parts, "chain.txt")).entries()) {
    const fields = line.split(" ");
    const seq = Number(fields[0]);
    if (!Number.isSafeInteger(seq) || (fields.length !== 2 && fields.length !== 6)) {
      report(`changed: chain.txt line ${index + 1}`);
      continue;
    }
    if (seq !== last + 1 || index === 0) {
      const before = seq === 1 ? { hash: noHash } : checkpoints.get(seq - 1);
      if (seq <= last) report(`reordered: entry ${seq} of the chain`);
      else if (before === undefined) report(`missing: entries ${last + 1} to ${seq - 1} of the chain`);
      else if (index > 0) leave();
      hash = before?.hash ?? null;
      from = seq;
    }
    if (fields.length === 6) {
      const [, kind, action, object, content] = fields;
      own.push({ seq, kind, action, object, content });
    }
    if (hash !== null)
      hash = sha256(Buffer.from(hash + (fields.length === 2 ? fields[1] : sha256(line)), "hex"));
    last = seq;
    const checkpoint = checkpoints.get(seq);
    if (checkpoint !== undefined && hash !== null && checkpoint.hash !== hash) {
      report(`changed: entries ${from} to ${seq} do not lead to checkpoint ${checkpoint.number}`);
      hash = checkpoint.hash;
    }
    if (checkpoint !== undefined) from = seq + 1;
  }
  leave();
  return own;
}

/** Compares the records with the entries of the chain. Answers the latest of each file, parsed. */
function verifyRecords(parts, own, report) {
  const records = {};
  const latest = new Map();
  for (const entry of own) latest.set(`${entry.kind} ${entry.object}`, entry);
  for (const [name, kind] of Object.entries(recordFiles)) {
    const entries = [...latest.values()].filter((entry) => entry.kind === kind && entry.action === "kept");
    const byContent = new Map(entries.map((entry) => [entry.content, entry]));
    const seen = new Set();
    let last = 0;
    records[name] = [];
    for (const [index, line] of linesOf(textOf(parts, name)).entries()) {
      const where = `${name} line ${index + 1}`;
      const record = parse(line);
      const entry = byContent.get(sha256(line));
      if (entry === undefined) {
        const meant = entries.find(({ object }) => object === record?.id);
        if (meant !== undefined) seen.add(meant);
        report(
          meant === undefined ? `added or changed: ${where}` : `changed: ${where} (${kind} ${meant.object})`,
        );
        continue;
      }
      if (seen.has(entry)) report(`added: ${where} is there twice`);
      else if (entry.seq < last) report(`reordered: ${where} (${kind} ${entry.object})`);
      seen.add(entry);
      last = entry.seq;
      records[name].push({ ...record, object: entry.object });
    }
    for (const entry of entries) {
      if (!seen.has(entry)) report(`missing: ${name}: ${kind} ${entry.object} (entry ${entry.seq})`);
    }
  }
  return records;
}

/** The frames of the recording: each names the hash of the one before, and the last is the one in the chain. */
function verifyRecording(parts, session, report) {
  const part = parts.get("recording.rec");
  if (session === undefined || session.recording_hash === null) return;
  if (part === undefined) return report("missing: recording.rec");
  const key = Buffer.from((textOf(parts, "recording.key") ?? "").trim(), "hex");
  const start = part.read(0, 12);
  const length = start.length === 12 ? start.readUInt32BE(8) : 0;
  if (!start.subarray(0, 8).equals(Buffer.from("SPREC\u00001\n", "latin1")) || length > 65_536) {
    return report("changed: recording.rec, its header");
  }
  let previous = sha256(start, part.read(12, length));
  let at = 12 + length;
  for (let frame = 0; at < part.size; frame += 1) {
    const header = part.read(at, 48);
    const size = header.length === 48 ? header.readUInt32BE(8) : 0;
    const body = part.read(at + 48, size + 16);
    if (header.length < 48 || body.length < size + 16)
      return report(`truncated: recording.rec, frame ${frame}`);
    if (header.readUInt32BE(4) !== frame) return report(`reordered: recording.rec, frame ${frame}`);
    if (header.toString("hex", 12, 44) !== previous) {
      return report(`changed: recording.rec, ${frame === 0 ? "its header" : `frame ${frame - 1}`}`);
    }
    if (!opens(key, frame, header, body, size)) {
      return report(`changed: recording.rec, frame ${frame}, or recording.key does not open it`);
    }
    previous = sha256(header, body);
    at += 48 + size + 16;
  }
  if (part.size < session.recording_bytes) report("truncated: recording.rec");
  else if (part.size > session.recording_bytes) report("extended: recording.rec");
  else if (previous !== session.recording_hash) report("changed: recording.rec is not the one in the chain");
}

function opens(key, frame, header, body, size) {
  try {
    const nonce = Buffer.from(frame.toString(16).padStart(24, "0"), "hex");
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: 16 });
    decipher.setAAD(header).setAuthTag(body.subarray(size));
    decipher.update(body.subarray(0, size));
    decipher.final();
    return true;
  } catch {
    return false;
  }
}

/** Kept copies have the hashes that were taken while the files passed. */
function verifyCopies(parts, records, report) {
  for (const { id, sha256: expected, state } of records["files.jsonl"]) {
    const part = parts.get(`files/${id}`);
    if (part === undefined || expected === null || state !== "complete") continue;
    if (hashOf(part) !== expected) report(`changed: files/${id} is not the file that was moved`);
  }
}

/** A copy of checkpoints that was kept elsewhere has the same ones. */
function compareCopy(path, checkpoints, report) {
  const copied = new Map();
  for (const [index, line] of linesOf(fs.readFileSync(path, "utf8")).entries()) {
    const { number, statement } = parse(line) ?? {};
    if (typeof statement === "string") copied.set(number, statement);
    else report(`changed: the copy of checkpoints, line ${index + 1}`);
  }
  for (const { number, statement } of checkpoints.values()) {
    if (!copied.has(number)) report(`rolled back: the copy does not have checkpoint ${number}`);
    else if (copied.get(number) !== statement)
      report(`rolled back: the copy has another checkpoint ${number}`);
  }
}

/**
 * Verifies a bundle, an archive or the folder it was unpacked to.
 * @param path of the archive or folder
 * @param options.keys fingerprints of the keys that may have signed; none: any, and the reader compares
 * @param options.copy path of a copy of checkpoints
 */
export function verifyBundle(path, { keys: wanted = [], copy = null } = {}) {
  const problems = [];
  const report = (problem) => void problems.push(problem);
  const isArchive = !fs.statSync(path).isDirectory();
  const archive = isArchive ? fs.openSync(path, "r") : null;
  const parts = new Map();
  const result = { problems, session: undefined, keys: [], entries: 0, bytes: 0 };
  try {
    if (isArchive) openArchive(archive, parts, report);
    else openFolder(path, parts);
    const trust = verifyManifest(parts, { keys: wanted, isArchive }, report);
    const checkpoints = readCheckpoints(parts, trust, report);
    const own = followChain(parts, checkpoints, report);
    const records = verifyRecords(parts, own, report);
    const [session] = records["session.jsonl"];
    if (session === undefined && problems.length === 0) report("missing: session.jsonl");
    verifyRecording(parts, session, report);
    verifyCopies(parts, records, report);
    if (copy !== null) compareCopy(copy, checkpoints, report);
    const bytes = [...parts.values()].reduce((total, { size }) => total + size, 0);
    Object.assign(result, { session, keys: Object.keys(trust.keys), entries: own.length, bytes });
  } catch (error) {
    report(`changed: the bundle cannot be read: ${error instanceof Error ? error.message : error}`);
  } finally {
    const files = new Set([...parts.values()].map(({ file }) => file));
    for (const file of archive === null ? files : [archive]) fs.closeSync(file);
  }
  return result;
}

/** Verifies what the command line names; answers the exit status. */
export function main(given, print = (line) => void process.stdout.write(`${line}\n`)) {
  const options = { key: { type: "string", multiple: true }, checkpoints: { type: "string" } };
  const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
  const { key: keys = [], checkpoints: copy = null } = values;
  const [path] = positionals;
  if (path === undefined || !fs.existsSync(path)) {
    print("Usage: node verify.mjs BUNDLE.tar|FOLDER [--key FINGERPRINT]... [--checkpoints FILE]");
    return 2;
  }
  const { problems, session, keys: signers, entries, bytes } = verifyBundle(path, { keys, copy });
  for (const problem of problems) print(problem);
  if (problems.length > 0) {
    print(`${problems.length} problems: this is not the evidence as it was exported.`);
    return 1;
  }
  const { id, user, account, asset, date_start: started } = session;
  print(`Session ${id}: ${user}, ${account} on ${asset}, from ${started}`);
  print(`${entries} entries, ${bytes} bytes: everything is unchanged.`);
  if (keys.length === 0)
    print("Compare the fingerprint with the installation's, which you know from elsewhere:");
  for (const signer of signers) print(`signed with ${signer}`);
  return 0;
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.slice(2));
}

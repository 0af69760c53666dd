import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import {
  copyFile as copy,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staticFolder } from "../../engine/http/index.ts";
import { exportBundle } from "./bundle/bundle.ts";
import { copyCheckpoints, copyFile } from "./chain/copies.ts";
import { createEvidenceBed, type EvidenceBed } from "./testing/evidence-bed.ts";

interface Verifier {
  verifyBundle(
    path: string,
    options?: { readonly keys?: readonly string[]; readonly copy?: string },
  ): {
    readonly problems: readonly string[];
    readonly session: { readonly user: string };
    readonly keys: string[];
  };
}

const run = promisify(execFile);
const script = join(staticFolder(), "evidence", "verify.mjs");
let bed: EvidenceBed;
let verifier: Verifier;
let folder: string;
let bundle: string;
let sessionId: string;

async function exported(id: string): Promise<string> {
  const file = join(folder, `${randomUUID()}.tar`);
  await pipeline(Readable.from(await exportBundle(bed.product.services, id)), createWriteStream(file));
  return file;
}

beforeAll(async () => {
  bed = await createEvidenceBed();
  verifier = await import(pathToFileURL(script).href);
  folder = await mkdtemp(join(tmpdir(), "sallyport-evidence-"));
  ({ id: sessionId } = await bed.session(["ls", "cat /etc/passwd", "exit"]));
  // Of others the bundle says nothing but hashes.
  await bed.session(["somebody else's command"]);
  bundle = await exported(sessionId);
}, 60_000);
afterAll(async () => {
  await bed?.product.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const problemsOf = (path: string) => verifier.verifyBundle(path).problems;

/** The bundle unpacked, for somebody to change. */
async function unpacked(): Promise<string> {
  const to = await mkdtemp(join(folder, "unpacked-"));
  await run("tar", ["xf", bundle, "-C", to]);
  return to;
}

describe("a bundle", () => {
  test("verifies by its own script, as archive and as folder, on a machine with nothing but Node", async () => {
    const to = await unpacked();
    const { stdout } = await run(process.execPath, [join(to, "verify.mjs"), bundle], { env: {} });
    expect(stdout).toContain("everything is unchanged");
    expect(stdout).toContain("mei(mei), admin(admin) on front(front.example)");
    const { keys } = verifier.verifyBundle(to);
    expect(
      (await run(process.execPath, [join(to, "verify.mjs"), to, "--key", keys[0] ?? ""])).stdout,
    ).toContain(`signed with ${keys[0]}`);
    expect(await readFile(join(to, "recording.cast"), "utf8")).toContain("世界");
    expect(await readFile(join(to, "grounds.jsonl"), "utf8")).toContain("front for mei");
    expect(await readFile(join(to, "commands.jsonl"), "utf8")).toContain("cat /etc/passwd");
  });

  test("says nothing of others", async () => {
    const bytes = await readFile(bundle);
    expect(bytes.includes("somebody else")).toBe(false);
    const { rows } = await bed.product.database.pool.query("select id from sessions where id <> $1", [
      sessionId,
    ]);
    for (const { id } of rows) expect(bytes.includes(id)).toBe(false);
  });

  test("names a key that is not the one it should be", () => {
    const { problems } = verifier.verifyBundle(bundle, { keys: ["0".repeat(64)] });
    expect(problems[0]).toMatch(/^wrong key: the manifest is signed with [0-9a-f]{64}$/);
  });

  test("fits the copy of checkpoints, and names a chain that was put back", async () => {
    await copyCheckpoints(bed.product.services);
    const file = copyFile(bed.product.services.config);
    expect(verifier.verifyBundle(bundle, { copy: file }).problems).toEqual([]);
    const other = join(folder, "other.log");
    await writeFile(
      other,
      (await readFile(file, "utf8")).replaceAll(/\\"hash\\":\\"..../g, '\\"hash\\":\\"0000'),
    );
    expect(verifier.verifyBundle(bundle, { copy: other }).problems[0]).toMatch(
      /^rolled back: the copy has another checkpoint \d+$/,
    );
    await writeFile(other, "");
    expect(verifier.verifyBundle(bundle, { copy: other }).problems[0]).toMatch(
      /^rolled back: the copy does not have checkpoint \d+$/,
    );
  });

  test("reports every changed byte", async () => {
    const { size } = await stat(bundle);
    const file = join(folder, "changed.tar");
    await copy(bundle, file);
    const handle = await open(file, "r+");
    const whole = await readFile(bundle);
    await fc.assert(
      fc.asyncProperty(fc.nat(size - 1), fc.integer({ min: 1, max: 255 }), async (offset, bits) => {
        await handle.write(Buffer.from([(whole[offset] ?? 0) ^ bits]), 0, 1, offset);
        const found = problemsOf(file).length > 0;
        await handle.write(whole, offset, 1, offset);
        expect(found, `byte ${offset}`).toBe(true);
      }),
      { numRuns: 150 },
    );
    await handle.close();
    expect(problemsOf(file)).toEqual([]);
  });

  test("reports where it is cut, wherever that is", async () => {
    const whole = await readFile(bundle);
    const file = join(folder, "cut.tar");
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
        await copy(bundle, file);
        await truncate(file, length);
        expect(problemsOf(file).some((problem) => /^(truncated|missing)/.test(problem))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("names each part that is missing, swapped with another or added", async () => {
    const names = [
      "session.jsonl",
      "commands.jsonl",
      "recording.rec",
      "recording.key",
      "chain.txt",
      "manifest.json",
    ];
    for (const name of names) {
      const to = await unpacked();
      await rm(join(to, name));
      expect(problemsOf(to), name).toContain(`missing: ${name}`);
    }
    const to = await unpacked();
    await rename(join(to, "events.jsonl"), join(to, "x"));
    await rename(join(to, "commands.jsonl"), join(to, "events.jsonl"));
    await rename(join(to, "x"), join(to, "commands.jsonl"));
    await mkdir(join(to, "files"), { recursive: true });
    await writeFile(join(to, "files", "planted"), "x");
    const problems = problemsOf(to).join("\n");
    for (const name of ["events.jsonl", "commands.jsonl"]) expect(problems).toMatch(new RegExp(`: ${name}`));
    expect(problems).toContain("added: files/planted");
  });

  test("names the command that was changed, moved, doubled and left out", async () => {
    const edit = async (change: (lines: string[]) => string[]) => {
      const to = await unpacked();
      const file = join(to, "commands.jsonl");
      const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
      await writeFile(
        file,
        change(lines)
          .map((line) => `${line}\n`)
          .join(""),
      );
      return problemsOf(to);
    };
    const changed = await edit(([first = "", ...rest]) => [first.replace('"ls"', '"id"'), ...rest]);
    expect(changed).toContainEqual(expect.stringMatching(/^changed: commands\.jsonl line 1 \(command /));
    const moved = await edit(([first = "", second = "", ...rest]) => [second, first, ...rest]);
    expect(moved).toContainEqual(expect.stringMatching(/^reordered: commands\.jsonl line 2/));
    const doubled = await edit(([first = "", ...rest]) => [first, first, ...rest]);
    expect(doubled).toContain("added: commands.jsonl line 2 is there twice");
    const left = await edit(([, ...rest]) => rest);
    expect(left).toContainEqual(expect.stringMatching(/^missing: commands\.jsonl: command /));
  });

  test("names frames and entries that were taken out or moved", async () => {
    const to = await unpacked();
    const chain = join(to, "chain.txt");
    const lines = (await readFile(chain, "utf8")).trimEnd().split("\n");
    await writeFile(chain, `${lines.toSpliced(1, 1).join("\n")}\n`);
    expect(problemsOf(to)).toContainEqual(
      expect.stringMatching(/^missing: entries \d+ to \d+ of the chain$/),
    );
    await writeFile(chain, `${[lines[0], lines[2], lines[1], ...lines.slice(3)].join("\n")}\n`);
    expect(problemsOf(to)).toContainEqual(expect.stringMatching(/^reordered: entry \d+ of the chain$/));
    await writeFile(chain, `${lines.slice(0, -1).join("\n")}\n`);
    expect(problemsOf(to)).toContainEqual(expect.stringMatching(/^truncated: chain\.txt behind entry/));
  });

  test("is not made of what runs, is not there or was changed", async () => {
    const { services } = bed.product;
    await expect(exportBundle(services, randomUUID())).rejects.toMatchObject({ status: 404 });
    const { id, file } = await bed.session();
    await truncate(file, 300);
    await expect(exportBundle(services, id)).rejects.toMatchObject({ code: "recording_damaged" });
  });
});

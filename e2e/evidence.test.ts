import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it, vi } from "vitest";
import { browserMissing } from "./support/browser.ts";
import { useStage } from "./support/use-stage.ts";

const verifier = join(import.meta.dirname, "../server/static/evidence/verify.mjs");

const main = join(import.meta.dirname, "../server/dist/main.js");

/** What the verifier says, and its exit status. */
function verify(...given: string[]): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [verifier, ...given], { encoding: "utf8" });
  return { status, said: stdout + stderr };
}

/** Where the content of a file begins in a tar archive. */
function contentOf(archive: Buffer, name: string): number {
  for (let at = 0; at < archive.length; ) {
    const size = Number.parseInt(archive.toString("latin1", at + 124, at + 135), 8);
    if (archive.toString("utf8", at, at + name.length + 1) === `${name}\0`) return at + 512;
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`the bundle has no ${name}`);
}

describe.skipIf(browserMissing() !== null)("the evidence of a session", () => {
  const stage = useStage();
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bundle-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

  it("is held and exported; one byte is changed, and the verifier names it", async () => {
    const { admin, people, page: open, url } = stage();
    const sessions = await admin.get("/api/v1/terminal/sessions/?is_finished=true");
    const { id } = sessions.find((session: { can_replay: boolean }) => session.can_replay);
    const page = await open(people.auditor);
    await page.goto(`${url}/ui/audit/sessions/sessions/${id}`);

    await button(page, "Place legal hold").click();
    await page.getByLabel("Reason").fill("Case 17");
    await page.getByRole("dialog").getByRole("button", { name: "Place legal hold" }).click();
    await page.getByText(/^Case 17 \(/).waitFor();
    expect((await admin.get("/api/v1/terminal/sessions/?is_held=true")).length).toBe(1);

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(page, "Export evidence").click(),
    ]);
    const bundle = join(folder, "bundle.tar");
    await download.saveAs(bundle);
    expect(verify(bundle)).toMatchObject({
      status: 0,
      said: expect.stringContaining("everything is unchanged"),
    });
    // The worker copies the checkpoint of the export with its next turn.
    const copy = join(stage().product.dataFolder, "checkpoints.log");
    await vi.waitFor(() => expect(verify(bundle, "--checkpoints", copy).status).toBe(0), {
      timeout: 30_000,
      interval: 500,
    });

    const bytes = readFileSync(bundle);
    const at = contentOf(bytes, "recording.rec") + 700;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(bundle, bytes);
    const changed = verify(bundle);
    expect(changed.status).toBe(1);
    expect(changed.said).toContain("changed: recording.rec\n");
    expect(changed.said).toMatch(/changed: recording\.rec, (its header|frame \d+)/);
  });

  it("is exported and verified by commands, while the product runs", async () => {
    const { admin, product } = stage();
    const command = (...given: string[]) =>
      spawnSync(process.execPath, [main, "evidence", ...given], {
        encoding: "utf8",
        env: { ...process.env, SALLYPORT_DATA: product.dataFolder },
      });
    const [{ id }] = await admin.get("/api/v1/terminal/sessions/?is_finished=true&is_held=true");
    const bundle = join(folder, "command.tar");
    const exported = command("export", "--session", id, "--to", bundle);
    expect(exported).toMatchObject({ status: 0, stdout: expect.stringContaining("Wrote the evidence") });
    const fingerprint = command("key").stdout.trim();
    expect(exported.stdout).toContain(fingerprint);
    expect(command("verify", bundle, "--key", fingerprint)).toMatchObject({ status: 0 });
    expect(command("verify", bundle, "--key", "0".repeat(64)).stdout).toContain("wrong key");
    expect(command("verify").stdout).toContain("everything is unchanged");
    expect(command("export", "--session", id, "--to", bundle).stderr).toContain("already exists");
    const { stdout } = spawnSync("tar", ["xOf", bundle, "holds.jsonl"], { encoding: "utf8" });
    expect(stdout).toContain("Case 17");
    // The key is replaced while the product runs: who wrote down the former fingerprint verifies what the next one signs.
    expect(command("rotate-key").stdout).toContain(`The key ${fingerprint} handed over`);
    const later = join(folder, "later.tar");
    expect(command("export", "--session", id, "--to", later).stdout).not.toContain(fingerprint);
    expect(verify(later, "--key", fingerprint)).toMatchObject({ status: 0 });
    expect(command("verify").stdout).toContain("everything is unchanged");
  });

  it("is verified for the whole installation, on its page", async () => {
    const { people, page: open, url } = stage();
    const page = await open(people.admin);
    await page.goto(`${url}/ui/audit/audits/evidence`);
    const [log] = await Promise.all([page.waitForEvent("popup"), button(page, "Verify now").click()]);
    await log.getByRole("status").getByText("Ended").waitFor({ timeout: 60_000 });
    await log.close();
    await page.getByText("Everything is unchanged").waitFor();
  });

  it("is what the next run of the retention leaves, which is seen before the numbers are saved", async () => {
    const { people, page: open, url } = stage();
    const page = await open(people.admin);
    await page.goto(`${url}/ui/settings/tasks?activeTab=Clean`);
    await button(page, "Preview").click();
    await page.getByRole("heading", { name: "What tonight's run will delete" }).waitFor();
  });
});

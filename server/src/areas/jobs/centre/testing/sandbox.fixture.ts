import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInSandbox } from "../run/playbook/sandbox.ts";

// Runs what it is given in a sandbox, as whoever started it, and says what that said.
const [script = ""] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "sallyport-sandbox-"));
const [root, work] = [join(folder, "root"), join(folder, "work")];
mkdirSync(root);
mkdirSync(join(work, "project"), { recursive: true });
writeFileSync(join(work, "project/main.yml"), "");
writeFileSync(join(work, "inventory.json"), "{}");
const { code } = await runInSandbox({
  root,
  work,
  program: ["/bin/sh", "-c", script],
  environment: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" },
  signal: new AbortController().signal,
  reported: () => undefined,
  said: (line) => process.stdout.write(`${line}\n`),
});
process.exitCode = code ?? 1;

import { randomBytes } from "node:crypto";
import { accountReaders } from "../facts/database-accounts.ts";
import { posixAccountsScript, readPosixAccounts } from "../facts/posix-accounts.ts";
import { readWindowsAccounts, windowsAccountsCommand } from "../facts/windows-accounts.ts";
import type { RunnerMethod } from "../method.ts";
import { openPosixShell } from "../protocols/posix.ts";
import { isWindowsMachine, onWindows } from "../protocols/windows.ts";
import { type TargetConnection, withTargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";

/** Reads which accounts a machine or a database has. Contract: docs/contract/automation.md, "Discovering accounts". */
export const gatherAccounts: RunnerMethod = (spec, context) =>
  withTargetConnection(spec, context, async (target) => {
    const { category, protocol } = spec.target;
    const read = category === "database" ? accountReaders.get(protocol) : undefined;
    if (read !== undefined) {
      return { accounts: (await read(target)).map((account) => ({ ...account })) };
    }
    if (isWindowsMachine(target)) {
      return { accounts: (await windowsAccounts(target)).map((account) => ({ ...account })) };
    }
    if (category !== "host" || protocol !== "ssh") {
      throw target.failure("not_supported", text.accountsUnsupported, { protocol });
    }
    const shell = await openPosixShell(target);
    const word = randomBytes(12).toString("hex");
    const { output, errors } = await shell.run(posixAccountsScript(word));
    const accounts = readPosixAccounts(output.toString("utf8"), word);
    if (accounts.length === 0) throw nothingFound(target, output, errors);
    return { accounts: accounts.map((account) => ({ ...account })) };
  });

async function windowsAccounts(target: TargetConnection) {
  const { output, errors } = await onWindows(target, (machine) => machine.run(windowsAccountsCommand));
  const accounts = readWindowsAccounts(output.toString("utf8"));
  if (accounts === null || accounts.length === 0) throw nothingFound(target, output, errors);
  return accounts;
}

function nothingFound(target: TargetConnection, output: Buffer, errors: Buffer) {
  const shown = target.quote(`${output.toString("utf8")} ${errors.toString("utf8")}`);
  return target.failure("command_failed", text.noAccounts, { shown });
}

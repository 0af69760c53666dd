import { randomBytes } from "node:crypto";
import { accountReaderOf } from "../facts/database-accounts.ts";
import { posixAccountsScript, readPosixAccounts } from "../facts/posix-accounts.ts";
import type { RunnerMethod } from "../method.ts";
import { openPosixShell } from "../protocols/posix.ts";
import { withTargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";

/** Reads which accounts a machine or a database has. Contract: docs/contract/automation.md, "Discovering accounts". */
export const gatherAccounts: RunnerMethod = (spec, context) =>
  withTargetConnection(spec, context, async (target) => {
    const { category, type, protocol } = spec.target;
    const read = category === "database" ? accountReaderOf(protocol) : undefined;
    if (read !== undefined) {
      return { accounts: (await read(target)).map((account) => ({ ...account })) };
    }
    if (category !== "host" || type === "windows" || protocol !== "ssh") {
      throw target.failure("not_supported", text.accountsUnsupported, { protocol });
    }
    const shell = await openPosixShell(target);
    const word = randomBytes(12).toString("hex");
    const { output, errors } = await shell.run(posixAccountsScript(word));
    const accounts = readPosixAccounts(output.toString("utf8"), word);
    if (accounts.length === 0) {
      const shown = target.quote(`${output.toString("utf8")} ${errors.toString("utf8")}`);
      throw target.failure("command_failed", text.noAccounts, { shown });
    }
    return { accounts: accounts.map((account) => ({ ...account })) };
  });

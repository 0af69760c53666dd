import { randomBytes } from "node:crypto";
import type { JsonObject } from "../../engine/json.ts";
import { posixFactsScript } from "../facts/posix-script.ts";
import { readPosixFacts } from "../facts/read-posix.ts";
import { readWindowsFacts, windowsFactsCommand } from "../facts/windows.ts";
import type { RunnerMethod } from "../method.ts";
import { probe } from "../protocols/index.ts";
import { openPosixShell } from "../protocols/posix.ts";
import { isWindowsMachine, onWindows } from "../protocols/windows.ts";
import { type TargetConnection, withTargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";

/** Reads what a machine is, or the version of a database. Contract: docs/contract/automation.md, "Facts". */
export const gatherFacts: RunnerMethod = (spec, context) =>
  withTargetConnection(spec, context, async (target) => {
    const { category, protocol } = spec.target;
    if (category === "database") return versionOf(target);
    if (isWindowsMachine(target)) return windowsFacts(target);
    if (category !== "host" || protocol !== "ssh") {
      throw target.failure("not_supported", text.factsUnsupported, { protocol });
    }
    return posixFacts(target);
  });

async function posixFacts(target: TargetConnection): Promise<JsonObject> {
  const shell = await openPosixShell(target);
  const word = randomBytes(12).toString("hex");
  const { output, errors } = await shell.run(posixFactsScript(word));
  const facts = readPosixFacts(output.toString("utf8"), word);
  if (Object.keys(facts).length === 0) throw nothingFound(target, output, errors);
  return { ...facts };
}

async function windowsFacts(target: TargetConnection): Promise<JsonObject> {
  const { output, errors } = await onWindows(target, (machine) => machine.run(windowsFactsCommand));
  const facts = readWindowsFacts(output.toString("utf8"));
  if (facts === null) throw nothingFound(target, output, errors);
  return { ...facts };
}

async function versionOf(target: TargetConnection): Promise<JsonObject> {
  const { version } = await probe(target);
  return version === undefined ? {} : { version };
}

function nothingFound(target: TargetConnection, output: Buffer, errors: Buffer) {
  const shown = target.quote(`${output.toString("utf8")} ${errors.toString("utf8")}`);
  return target.failure("command_failed", text.noFacts, { shown });
}

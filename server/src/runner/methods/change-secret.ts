import type { ChangeResult, JobSpec, RunnerChange } from "../../transport/runner-control/messages.ts";
import { meansFor } from "../change/index.ts";
import { type RunnerContext, RunnerFailure, type RunnerMethod } from "../method.ts";
import { withTargetConnection } from "../target-connection.ts";
import { byMechanism, verifyAccount } from "./ping.ts";

/**
 * Gives an account another secret, signs in afresh with it, and tells which secret the target takes now. Nothing is
 * believed but a sign-in: neither that the target said yes, nor that it said no. Contract: docs/contract/account-automations.md,
 * "Rotation".
 */
export const changeSecret: RunnerMethod = async (given, context) => {
  const { change } = given;
  if (change === undefined) throw new RunnerFailure("fault", "nothing to change");
  const spec = byMechanism(given);
  const sent = change.mode === "look" ? nothingSent : await send(spec, change, context);
  const proof = await findHolder(spec, change, context);
  if (proof.holds !== "new") {
    return { holds: proof.holds, problem: sent.problem || proof.problem, sent: sent.sent };
  }
  const undone = await clear(spec, change, context);
  const problem = [sent.note, undone].filter((said) => said !== "").join(" ");
  return { holds: "new", problem, sent: sent.sent };
};

interface Sent extends Pick<ChangeResult, "sent" | "problem"> {
  readonly note: string;
}

const nothingSent: Sent = { sent: "nothing", problem: "", note: "" };

/** Sends the change. Where it is certain that nothing was sent, and never was before, the job ends here. */
async function send(spec: JobSpec, change: RunnerChange, context: RunnerContext): Promise<Sent> {
  try {
    const { note } = await withTargetConnection(spec, context, async (target) => ({
      note: await meansFor(target, change).set(target, change),
    }));
    return { sent: "done", problem: "", note: String(note) };
  } catch (error) {
    if (!(error instanceof RunnerFailure)) throw error;
    const { code, message } = error;
    const sent = sentBefore[code] ?? "nothing";
    if (change.mode === "set" && sent === "nothing") throw error;
    return { sent, problem: message, note: "" };
  }
}

/** How far sending came, by how it failed. */
const sentBefore: Readonly<Record<string, "refused" | "unclear">> = {
  change_refused: "refused",
  change_unclear: "unclear",
  // The whole job is given up: at any point.
  stopped: "unclear",
};

type Proof = Pick<ChangeResult, "holds" | "problem">;

/** Which secret the target takes, by signing in with it. */
async function findHolder(spec: JobSpec, change: RunnerChange, context: RunnerContext): Promise<Proof> {
  const now = await tried(spec, change, change.secret, context);
  if (now.holds !== false) return { holds: now.holds === true ? "new" : "unknown", problem: now.problem };
  const former = change.account.secret;
  if (former === null || former === "" || former === change.secret) {
    return { holds: "neither", problem: now.problem };
  }
  const before = await tried(spec, change, former, context);
  if (before.holds === null) return { holds: "unknown", problem: before.problem };
  return { holds: before.holds ? "former" : "neither", problem: now.problem };
}

/** Failures that say that the secret is not the one. */
const rejections = new Set(["authentication_failed"]);

/** Databases open themselves only to who has signed in. */
const signedIn = new Set(["mysql", "mariadb", "postgresql", "sqlserver"]);

/** Whether a secret is taken; null: the target could not be asked. */
async function tried(
  spec: JobSpec,
  change: RunnerChange,
  secret: string,
  context: RunnerContext,
): Promise<{ readonly holds: boolean | null; readonly problem: string }> {
  const { account } = change;
  try {
    await verifyAccount(
      { ...spec, account: { ...account, secret }, params: { ...spec.params, sign_in_only: true } },
      context,
    );
    return { holds: true, problem: "" };
  } catch (error) {
    if (!(error instanceof RunnerFailure)) throw error;
    const { code, message } = error;
    if (code === "database_unknown" && signedIn.has(spec.target.protocol))
      return { holds: true, problem: "" };
    // `su` asks for the secret of the account itself.
    const isRejected = rejections.has(code) || (account.switchFrom !== null && code === "switch_failed");
    if (isRejected && (await isAttested(spec, change, secret, context))) return { holds: true, problem: "" };
    return { holds: isRejected ? false : null, problem: message };
  }
}

/** Whether the target has found a secret to be right although it does not let the account in. */
async function isAttested(
  spec: JobSpec,
  change: RunnerChange,
  secret: string,
  context: RunnerContext,
): Promise<boolean> {
  try {
    const { attested } = await withTargetConnection(spec, context, async (target) => ({
      attested: (await meansFor(target, change).attests?.(target, change, secret)) ?? false,
    }));
    return attested === true;
  } catch (error) {
    // What could not be asked has shown nothing.
    if (error instanceof RunnerFailure) return false;
    throw error;
  }
}

/** Takes away what the new secret replaces. It holds whether that works or not. */
async function clear(spec: JobSpec, change: RunnerChange, context: RunnerContext): Promise<string> {
  try {
    await withTargetConnection(withNewSecret(spec, change), context, async (target) => {
      await meansFor(target, change).clear?.(target, change);
      return {};
    });
    return "";
  } catch (error) {
    if (!(error instanceof RunnerFailure)) throw error;
    return error.message;
  }
}

/** Who changes itself signs in with what it has now. */
function withNewSecret(spec: JobSpec, { account: { id }, secret }: RunnerChange): JobSpec {
  const { account } = spec;
  if (account === null) return spec;
  const { switchFrom } = account;
  const from =
    switchFrom?.account.id === id
      ? { ...switchFrom, account: { ...switchFrom.account, secret } }
      : switchFrom;
  return { ...spec, account: { ...account, ...(account.id === id ? { secret } : {}), switchFrom: from } };
}

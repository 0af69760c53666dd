import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { log as productLog } from "../../../engine/log.ts";
import { mapConcurrent } from "../../../engine/map-concurrent.ts";
import { SecretUnreadableError, type VaultClient, VaultError } from "../../../engine/secrets/index.ts";
import { defineTask, TaskFailure, type TaskRun } from "../../../engine/tasks/index.ts";
import {
  countToMove,
  type Direction,
  type Move,
  type Owner,
  ownersToMove,
  UnfaithfulVaultError,
} from "./movable.ts";
import { moveAccountIn, moveAccountOut } from "./move-account.ts";
import { moveTemplateIn, moveTemplateOut } from "./move-template.ts";
import { text } from "./texts.ts";

/** Owners that are read at once, and of these the ones under way: each takes a connection to the database. */
const batchSize = 200;
const lanes = 3;

/** Times everything is gone through for what others wrote meanwhile in the former place. */
const mostPasses = 3;

/** Hours a move may take; then it is run again and continues. */
const longestSeconds = 12 * 3_600;

const firstId = "00000000-0000-0000-0000-000000000000";

const movers: Readonly<Record<Direction, Record<Owner, (move: Move, id: string) => Promise<void>>>> = {
  to_vault: { accounts: moveAccountIn, account_templates: moveTemplateIn },
  to_database: { accounts: moveAccountOut, account_templates: moveTemplateOut },
};

/** What a move has come to. */
interface Progress {
  moved: number;
  readonly total: number;
  /** Owners that were not moved; not tried twice. */
  readonly failed: Set<string>;
}

/**
 * Moves every secret to where it belongs: into the vault when that is on, else back into the database. Each account
 * and each template is moved in a transaction of its own, and the copy that is left behind goes only when the new one
 * was read back. So it may be killed anywhere and run again. Contract: docs/contract/accounts.md, "The vault".
 */
export const syncTask = defineTask({
  name: "accounts.tasks.vault.sync_secret_to_vault",
  label: text.syncTask,
  repeatable: true,
  timeoutSeconds: longestSeconds,
  async run(run) {
    const { services, log, language } = run;
    const say = (message: Message): string => translate(message, language);
    const direction: Direction = (await services.vault.isOn()) ? "to_vault" : "to_database";
    return await failingAsTask(say, async () => {
      const client = await services.vault.client();
      log.line(say(text.checking));
      await client.check();
      const [accounts, templates] = [
        await countToMove(services.db, "accounts", direction),
        await countToMove(services.db, "account_templates", direction),
      ];
      const head = direction === "to_vault" ? text.toVault : text.toDatabase;
      log.line(say(withParameters(head, { accounts, templates })));
      const progress: Progress = { moved: 0, total: accounts + templates, failed: new Set() };
      // Templates first: what is made from them meanwhile is written by anyone who makes it.
      for (const owner of ["account_templates", "accounts"] as const) {
        await moveAll(run, { client, direction, owner, progress });
      }
      const { moved, failed } = progress;
      log.line(say(withParameters(text.moved, { moved, failed: failed.size })));
      if (run.signal.aborted) throw new TaskFailure("stopped", say(text.stopped));
      if (failed.size > 0) throw new TaskFailure("secrets_not_moved", say(text.someFailed));
      return { direction, moved };
    });
  },
});

/** What the vault refuses as a whole ends the task with its reason. */
async function failingAsTask<T>(say: (message: Message) => string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof VaultError ? new TaskFailure(error.code, say(error.detail)) : error;
  }
}

interface Moving {
  readonly client: VaultClient;
  readonly direction: Direction;
  readonly owner: Owner;
  readonly progress: Progress;
}

async function moveAll(run: TaskRun, moving: Moving): Promise<void> {
  const { owner, direction, progress } = moving;
  const { db } = run.services;
  for (let pass = 1; pass <= mostPasses; pass += 1) {
    let found = 0;
    let after = firstId;
    for (;;) {
      const batch = await ownersToMove(db, { owner, direction, after, most: batchSize });
      const last = batch.at(-1);
      if (last === undefined || run.signal.aborted) break;
      after = last.id;
      const fresh = batch.filter(({ id }) => !progress.failed.has(id));
      found += fresh.length;
      await mapConcurrent(fresh, lanes, (one) => moveOne(run, moving, one));
      const total = Math.max(progress.total, progress.moved + progress.failed.size);
      run.log.line(
        translate(
          withParameters(text.progress, { done: progress.moved + progress.failed.size, total }),
          run.language,
        ),
        "quiet",
      );
    }
    if (found === 0 || run.signal.aborted) return;
  }
}

/** Moves one owner in a transaction; what is wrong with it alone does not keep the others. */
async function moveOne(
  { services, log, language, signal }: TaskRun,
  { client, direction, owner, progress }: Moving,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  if (signal.aborted) return;
  try {
    await services.db.transaction().execute((db) => movers[direction][owner]({ services, db, client }, id));
    progress.moved += 1;
  } catch (error) {
    const reason = reasonOfItsOwn(error);
    if (reason === null) throw error;
    productLog.error({ err: error, [owner]: id }, "a secret could not be moved");
    progress.failed.add(id);
    const line = withParameters(text.notMoved, { name, id, reason: translate(reason, language) });
    log.line(translate(line, language), "bad");
  }
}

/** Why this owner alone cannot be moved, or null: nothing can be. */
function reasonOfItsOwn(error: unknown): Message | null {
  if (error instanceof UnfaithfulVaultError) return text.changed;
  if (error instanceof VaultError) {
    return error.code === "vault_secret_missing" || error.code === "vault_misplaced" ? error.detail : null;
  }
  // A value that does not open; everything else of the database is a fault of ours, and ends the task.
  return error instanceof SecretUnreadableError ? text.unreadable : null;
}

import { sql } from "kysely";
import { readPointer } from "../../../engine/secrets/index.ts";
import { openTemplateSecret, templateSecretContext } from "../templates.ts";
import { type Move, queueRemoval, writeAndVerify } from "./movable.ts";
import { noteOf, type TemplateInVault, templateInVault, templatePath } from "./paths.ts";

interface Template extends TemplateInVault {
  readonly secret_sealed: string | null;
}

/** The template, held until the transaction ends. */
async function hold({ db }: Move, id: string): Promise<Template | undefined> {
  const { rows } = await sql<Template>`
    select ${templateInVault}, secret_sealed from account_templates where id = ${id}::uuid for update
  `.execute(db);
  return rows[0];
}

async function keep({ db }: Move, id: string, kept: string): Promise<void> {
  await sql`update account_templates set secret_sealed = ${kept} where id = ${id}::uuid`.execute(db);
}

/** Moves the secret of a template into the vault, within the transaction of `move`. */
export async function moveTemplateIn(move: Move, id: string): Promise<void> {
  const template = await hold(move, id);
  const kept = template?.secret_sealed ?? null;
  if (template === undefined || kept === null || readPointer(kept) !== null) return;
  const secret = (await openTemplateSecret(move.services, id, kept)) ?? "";
  await keep(move, id, await writeAndVerify(move.client, templatePath(template), secret, noteOf(template)));
}

/** Brings the secret of a template back into the database, within the transaction of `move`. */
export async function moveTemplateOut(move: Move, id: string): Promise<void> {
  const kept = (await hold(move, id))?.secret_sealed ?? "";
  const pointer = readPointer(kept);
  if (pointer === null) return;
  const secret = (await openTemplateSecret(move.services, id, kept)) ?? "";
  await keep(move, id, move.services.secrets.seal(secret, templateSecretContext(id)));
  await queueRemoval(move.db, pointer.path);
}

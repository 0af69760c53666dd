import type { IncomingMessage, ServerResponse } from "node:http";
import type { FileView, RemoteAccount } from "../../files/file-view.ts";
import { parentOf } from "../../files/paths.ts";
import type { FileRights } from "../../files/rights.ts";
import type { ManagerConnection } from "./connection.ts";
import { entryOf, type ManagerEntry } from "./entry.ts";
import { badRequest, closedFailure, FileFailure } from "./failure.ts";
import type { FileFacts, FilesClient, FolderEntry } from "./files-client.ts";
import type { RequestForm } from "./form.ts";
import { pathOfHash } from "./hash.ts";
import { managerText } from "./texts.ts";
import type { Uploads } from "./uploads.ts";

/** A request of a file manager, with what it deals with. */
export interface Call {
  readonly connection: ManagerConnection;
  readonly view: FileView;
  readonly client: FilesClient;
  readonly uploads: Uploads;
  readonly form: RequestForm;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client gives up. */
  readonly signal: AbortSignal;
}

/** What a command answers; null where it has answered itself. */
export type Command = (call: Call) => Promise<object | null>;

/** The path a parameter names. */
export const target = ({ form }: Call, field = "target"): string =>
  pathOfHash(form.values.get(field) ?? "", field);

/** The paths a parameter names, at least one. */
export function targets({ form }: Call, field = "targets[]"): string[] {
  const hashes = form.values.getAll(field);
  if (hashes.length === 0 || hashes.length > 10_000) throw badRequest(field);
  return hashes.map((hash) => pathOfHash(hash, field));
}

/** A parameter that has to be there. */
export function required({ form }: Call, field: string): string {
  const value = form.values.get(field);
  if (value === null || value === "") throw badRequest(field);
  return value;
}

/** A number of bytes. */
export function bytes(call: Call, field: string): number {
  const value = required(call, field);
  if (!/^\d{1,15}$/.test(value)) throw badRequest(field);
  return Number(value);
}

/** Ends what goes on for a client that has given up. */
export function goOn({ signal }: Pick<Call, "signal">): void {
  if (signal.aborted) throw closedFailure();
}

/** The account a path is of; null for folders of assets. */
export async function accountAt({ view }: Pick<Call, "view">, path: string): Promise<RemoteAccount | null> {
  const located = await view.locate(path);
  if (located === null) throw new FileFailure("not_found", managerText.notFound);
  return located.kind === "remote" ? located.account : null;
}

/** The account whose files are changed or read. */
export async function accountOf(call: Pick<Call, "view">, path: string): Promise<RemoteAccount> {
  const account = await accountAt(call, path);
  if (account === null) throw new FileFailure("denied", managerText.denied);
  return account;
}

/** Rights at a path; null in folders of assets, and for what is told without opening an account. */
export async function rightsAt(call: Pick<Call, "view">, path: string): Promise<FileRights | null> {
  return (await accountAt(call, path))?.rights ?? null;
}

/** A file as it is told, links followed; null when there is none. */
export async function entryAt(call: Call, path: string): Promise<ManagerEntry | null> {
  const facts = await call.client.facts(path, false);
  if (facts === null) return null;
  const rights = (await call.view.isOurs(path)) ? null : await rightsAt(call, path);
  return entryOf(path, await followed(call, path, facts), rights);
}

/** The same of one that has to be there. */
export async function existing(call: Call, path: string): Promise<ManagerEntry> {
  const entry = await entryAt(call, path);
  if (entry === null) throw new FileFailure("not_found", managerText.notFound);
  return entry;
}

/** What a symbolic link leads to, with the mark of one; anything else as it is. */
export async function followed<Facts extends FileFacts | FolderEntry>(
  { client }: Pick<Call, "client">,
  path: string,
  facts: Facts,
): Promise<Facts & { readonly isLink?: boolean }> {
  if (facts.kind !== "link") return facts;
  const led = await client.facts(path, true).catch(() => null);
  return { ...facts, ...(led ?? {}), isLink: true };
}

/** A folder and all above it, the outermost first. */
export function ancestors(path: string): string[] {
  const above: string[] = [path];
  for (let at = path; at !== "/"; ) {
    at = parentOf(at);
    above.unshift(at);
  }
  return above;
}

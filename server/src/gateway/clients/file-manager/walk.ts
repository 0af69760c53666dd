import { type Call, goOn } from "./call.ts";
import { pathIn } from "./entry.ts";
import { FileFailure } from "./failure.ts";
import type { FileFacts } from "./files-client.ts";
import { managerText } from "./texts.ts";

/** How deep folders are followed: nothing that somebody made by hand is deeper. */
const deepest = 200;

/** A file or a folder on a walk. */
export interface Walked {
  readonly path: string;
  readonly facts: FileFacts;
}

/** A file, or a folder and all that is in it, each folder before its content. Symbolic links are not followed. */
export async function* walk(
  call: Pick<Call, "client" | "signal">,
  root: string,
  { skipsFailures = false }: { readonly skipsFailures?: boolean } = {},
): AsyncGenerator<Walked> {
  const facts = await call.client.facts(root, false);
  if (facts === null) throw new FileFailure("not_found", managerText.notFound);
  const waiting: { readonly item: Walked; readonly depth: number }[] = [
    { item: { path: root, facts }, depth: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    goOn(call);
    const { item, depth } = next;
    yield item;
    if (item.facts.kind !== "folder") continue;
    if (depth >= deepest) throw new FileFailure("failed", managerText.tooDeep);
    try {
      for await (const batch of call.client.list(item.path)) {
        goOn(call);
        for (const entry of batch) {
          waiting.push({ item: { path: pathIn(item.path, entry), facts: entry }, depth: depth + 1 });
        }
      }
    } catch (error) {
      if (!skipsFailures || call.signal.aborted) throw error;
    }
  }
}

/** Does something for many at a time, in no order; the first failure ends it. */
export async function inParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | null = null;
  for await (const item of items) {
    const one: Promise<void> = work(item)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= most) await Promise.race(running);
    if (failure !== null) break;
  }
  await Promise.all(running);
  if (failure !== null) throw (failure as { error: unknown }).error;
}

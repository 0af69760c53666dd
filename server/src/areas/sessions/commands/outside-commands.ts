import type { CallerContext } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { isUuid, type OutsideRows } from "../../../engine/resource/index.ts";
import { StorageError } from "../storages/storage-error.ts";
import { searchRows } from "./search/search-rows.ts";
import { findCommandStorages, openPlace } from "./search/search-storages.ts";
import { text } from "./texts.ts";

/** Longest time of one request for a list, in milliseconds. */
const longestRead = 15_000;

async function orInvalid<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof StorageError) throw new BadRequest("storage_invalid", text.storageInvalid);
    throw error;
  }
}

/** Commands of the storage a request names, where that is not this database. */
export async function outsideCommands(context: CallerContext): Promise<OutsideRows | null> {
  const named = context.query.get("command_storage_id") ?? "";
  const [storage] = isUuid(named) ? await findCommandStorages(context, named) : [];
  if (storage?.type !== "es") return null;
  const rows = await searchRows(openPlace(context.services, storage, longestRead), context);
  return {
    count: () => orInvalid(rows.count()),
    page: (page) => orInvalid(rows.page(page)),
    async *batches(size) {
      const batches = rows.batches(size)[Symbol.asyncIterator]();
      for (;;) {
        const next = await orInvalid(batches.next());
        if (next.done === true) return;
        yield next.value;
      }
    },
  };
}

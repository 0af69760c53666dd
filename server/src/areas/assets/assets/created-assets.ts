import type { CallerContext } from "../../../engine/access/index.ts";
import type { Services } from "../../../engine/services.ts";

/** Told which assets a request has made, once that is committed. */
type CreationListener = (services: Services, assetIds: readonly string[]) => Promise<void>;

const listeners = new Map<string, CreationListener>();

/** An area says what it does about new assets. Saying it again under the same name replaces it. */
export function onAssetsCreated(name: string, listener: CreationListener): void {
  listeners.set(name, listener);
}

/** What each open transaction has made so far. */
const made = new WeakMap<object, string[]>();

/** Notes an asset that a request makes: all of a request are told together. */
export function noteCreated({ db, services, afterCommit }: CallerContext, assetId: string): void {
  const known = made.get(db);
  if (known !== undefined) {
    known.push(assetId);
    return;
  }
  const assetIds = [assetId];
  made.set(db, assetIds);
  afterCommit(async () => {
    for (const listener of listeners.values()) await listener(services, assetIds);
  });
}

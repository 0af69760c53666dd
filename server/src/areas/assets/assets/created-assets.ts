import type { CallerContext } from "../../../engine/access/index.ts";
import type { Services } from "../../../engine/services.ts";

/** Called with the assets a request has made, once that is committed. */
export type CreationListener = (
  services: Pick<Services, "config" | "db" | "secrets">,
  assetIds: readonly string[],
) => Promise<void>;

declare module "../../../engine/extensions.ts" {
  interface ExtensionPoints {
    assetCreationListeners: CreationListener;
  }
}

/** What each open transaction has made so far. */
const made = new WeakMap<object, string[]>();

/** Notes an asset that a request makes: all of a request are reported together. */
export function noteCreated({ db, services, afterCommit }: CallerContext, assetId: string): void {
  const known = made.get(db);
  if (known !== undefined) {
    known.push(assetId);
    return;
  }
  const assetIds = [assetId];
  made.set(db, assetIds);
  afterCommit(async () => {
    for (const listener of services.extensions.of("assetCreationListeners"))
      await listener(services, assetIds);
  });
}

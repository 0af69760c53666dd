import { afterAll, afterEach, beforeAll } from "vitest";
import { tellScreens } from "./page-report.ts";
import { openStage, type Stage } from "./stage.ts";

/**
 * One stage for all tests of a `describe`, opened before the first and closed after the last; each test begins with
 * new profiles. Call it in the `describe`.
 */
export function useStage(options: { readonly onlyContract?: boolean } = {}): () => Stage {
  let opened: Stage | undefined;
  beforeAll(async () => {
    opened = await openStage(options);
  });
  afterEach(async ({ task }) => {
    await tellScreens(task);
    await opened?.clear();
  });
  afterAll(() => opened?.close());
  return () => {
    if (opened === undefined) throw new Error("there is no stage");
    return opened;
  };
}

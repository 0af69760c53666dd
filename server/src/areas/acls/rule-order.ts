import type { Services } from "../../engine/services.ts";

/** Whether rules with the highest priority are gone through first; else those with the lowest are. */
export const highestFirst = async ({ settings }: Pick<Services, "settings">): Promise<boolean> =>
  (await settings.get<string>("ACL_PRIORITY_ORDER")) !== "lowest_first";

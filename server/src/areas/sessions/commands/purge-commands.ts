import { purgeOldest } from "../../../engine/audit/index.ts";
import type { Services } from "../../../engine/services.ts";

/** Forgets some of the commands that are older than so many days. @returns how many; 0 when none is left */
export const purgeCommands = (services: Pick<Services, "db">, days: number): Promise<number> =>
  purgeOldest(services, { table: "commands", column: "date_executed" }, days);

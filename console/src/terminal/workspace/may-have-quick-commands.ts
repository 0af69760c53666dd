import { useLuna } from "../page/luna-context.ts";

/** Whether the person may have quick commands. */
export const useMayHaveQuickCommands = (): boolean => useLuna().profile.perms.includes("ops.view_adhoc");

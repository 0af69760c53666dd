export { killProcessGroup } from "./end-orphans.ts";
export type { RunningRole, Runtime } from "./runtime.ts";
export { onHandOff } from "./socket-handoff.ts";
export { unprivilegedId } from "./unprivileged.ts";

export type { RunningRole, Runtime } from "./runtime.ts";
export { onHandOff } from "./socket-handoff.ts";

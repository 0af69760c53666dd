// The face of this room: what areas use of it. docs/architecture.md.

export { resolveTarget, TargetRefused } from "./target-address.ts";

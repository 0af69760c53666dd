// The face of this room: what areas use of it. docs/architecture.md.

export { askServer, type OutgoingRequest } from "./ask-server.ts";
export { resolveTarget, TargetRefused } from "./target-address.ts";

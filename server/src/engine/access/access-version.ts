/**
 * Counter read together with the session on every request. Anything cached about users, roles, bindings,
 * organizations and settings is keyed by it, so a change is effective on the next request on every node.
 */
export type AccessVersion = number;

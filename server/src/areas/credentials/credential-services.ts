import type { Services } from "../../engine/services.ts";

/** What credentials are kept with: their rows, and what seals the secrets in them. */
export type CredentialServices = Pick<Services, "db" | "secrets">;

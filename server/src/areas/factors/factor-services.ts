import type { SiteServices } from "../../engine/http/index.ts";
import type { Services } from "../../engine/services.ts";
import type { Sending } from "../notifications/index.ts";

/** What says whether somebody has to have a second factor: their roles and the settings. */
export type MfaServices = Pick<Services, "db" | "settings">;

/** What the owner of factors is read with: passkeys count for the site they were made for. */
export type OwnerServices = MfaServices & SiteServices;

/** What codes are made and checked with: those used, what seals them, how long they hold. */
export type CodeServices = MfaServices & Pick<Services, "secrets">;

/** What passkeys are made and checked with: codes of challenges, and the site. */
export type PasskeyServices = CodeServices & SiteServices;

/** What a second factor is given: to send a code, to check it, and to tell its owner. */
export type FactorServices = Pick<Services, "extensions" | "config"> & Sending;

/** What proves a second factor that was sent encrypted. */
export type FactorProofServices = FactorServices & Pick<Services, "fieldCipher">;

import type { KeyObject } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { EventBus } from "../../engine/events/index.ts";
import { log } from "../../engine/log.ts";
import type { SettingsPort } from "../../engine/services.ts";
import {
  checkDates,
  type LicenseProblem,
  LicenseRefused,
  type LicenseTerms,
  readLicense,
} from "./license-file.ts";
import "./tables.ts";

/** Announced when another license is in force. */
export const licenseChannel = "license.changed";

/** The license as it stands now. `terms` is null when none is stored or its signature does not hold. */
export interface LicenseStatus {
  readonly terms: LicenseTerms | null;
  readonly problem: LicenseProblem | null;
  readonly isValid: boolean;
}

/** The license of the installation as one process knows it; what one process imports, all know at once. */
export interface LicenseState {
  /** Whether a valid license is in force at this moment. False until it was read the first time. */
  isValid(): boolean;
  status(): Promise<LicenseStatus>;
  /** Reads the stored license again. */
  refresh(): Promise<void>;
  /** Keys a license may be signed with. */
  readonly trusted: readonly KeyObject[];
  readonly now: () => Date;
}

/** What the state works with. */
export interface LicenseStateOptions {
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly trusted: readonly KeyObject[];
  /** The clock; tests set it. */
  readonly now?: () => Date;
}

interface Stored {
  readonly terms: LicenseTerms | null;
  readonly problem: LicenseProblem | null;
  readonly seen: Date | null;
}

const nothing: Stored = { terms: null, problem: null, seen: null };

/** Milliseconds after which the license is read again in the background, in case an announcement was lost. */
const longestTrust = 60_000;

/** The live state of the license. */
export function createLicenseState(options: LicenseStateOptions): LicenseState {
  const { db, events, trusted, now = () => new Date() } = options;
  let known: Stored | undefined;
  let readAt = 0;
  let turn: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    readAt = Date.now();
    const row = await db.selectFrom("licenses").select(["document", "date_seen"]).executeTakeFirst();
    known = row === undefined ? nothing : verified(row.document, row.date_seen, trusted);
  }

  /** One reading after the other, so that an older answer never replaces a newer one. */
  function refresh(): Promise<void> {
    const mine = turn.then(read);
    turn = mine.catch(() => undefined);
    return mine;
  }

  function refreshInBackground(): void {
    refresh().catch((error: unknown) => log.warn({ err: error }, "the license could not be read again"));
  }
  events.subscribe(licenseChannel, refreshInBackground, refreshInBackground);

  function statusOf(stored: Stored): LicenseStatus {
    if (stored.terms === null) return { terms: null, problem: stored.problem, isValid: false };
    try {
      checkDates(stored.terms, now(), stored.seen);
      return { terms: stored.terms, problem: null, isValid: true };
    } catch (error) {
      if (!(error instanceof LicenseRefused)) throw error;
      return { terms: stored.terms, problem: error.problem, isValid: false };
    }
  }

  return {
    trusted,
    now,
    refresh,
    isValid() {
      if (Date.now() - readAt > longestTrust) refreshInBackground();
      return known !== undefined && statusOf(known).isValid;
    },
    async status() {
      if (known === undefined) await refresh();
      else if (Date.now() - readAt > longestTrust) refreshInBackground();
      return statusOf(known ?? nothing);
    },
  };
}

function verified(document: string, seen: Date, trusted: readonly KeyObject[]): Stored {
  try {
    return { terms: readLicense(document, trusted), problem: null, seen };
  } catch (error) {
    if (!(error instanceof LicenseRefused)) throw error;
    log.error({ problem: error.problem }, "the stored license does not hold");
    return { terms: null, problem: error.problem, seen };
  }
}

/** Remembers the time, so that a clock set back later is noticed; run by the worker. */
export async function rememberTime(db: Kysely<Database>): Promise<void> {
  await sql`update licenses set date_seen = now() where date_seen < now()`.execute(db);
}

/** The settings, with what they say about the license taken from the license itself. */
export function withLicense(settings: SettingsPort, license: LicenseState): SettingsPort {
  return {
    async get<T>(key: string): Promise<T> {
      if (key === "XPACK_LICENSE_IS_VALID") return (await license.status()).isValid as T;
      if (key === "XPACK_LICENSE_CORPORATION") {
        const { isValid, terms } = await license.status();
        return (isValid ? (terms?.corporation ?? "") : "") as T;
      }
      return settings.get<T>(key);
    },
    catchUp: (version) => settings.catchUp(version),
  };
}

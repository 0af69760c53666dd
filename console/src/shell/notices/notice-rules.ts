import { isRecord } from "../../kit/api/api-error.ts";
import { parseDate } from "../../kit/metadata/dates.ts";
import type { Profile, PublicSettings } from "../../kit/session.ts";

/** What the license says (docs/contract/license.md, section 1); only what the notices read. */
export interface LicenseFacts {
  readonly date_expired?: string | null;
  readonly corporation?: string | null;
  readonly asset_count?: number | null;
  readonly current_asset_count?: number | null;
}

/** A notice above the page. The id names what it is about, so that a closed one returns when that changes. */
export type PageNotice = { readonly id: string } & (
  | { readonly kind: "licenseExpired" | "licenseEnds"; readonly date: string }
  | { readonly kind: "licenseTesting" }
  | { readonly kind: "unencrypted" }
  | { readonly kind: "licenseExceeded"; readonly count: number; readonly limit: number }
  | { readonly kind: "passwordExpired" }
  | { readonly kind: "passwordEnds"; readonly days: number }
  | {
      readonly kind: "announcement";
      readonly subject: string;
      readonly content: string;
      readonly link: string | undefined;
    }
);

/** Days before the end from which a license, and a password, is warned of. */
const LICENSE_WARNING_DAYS = 7;
const PASSWORD_WARNING_DAYS = 5;

/** The name that licenses for testing are issued to, wherever the contract is spoken. */
const TESTING_CORPORATION = "FIT2CLOUD";

const DAY = 86_400_000;

/** The calendar day of an instant as a number, in the viewer's zone. */
function dayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
}

/** The calendar day in `YYYY-MM-DD`, whatever the zone; of another date its day in the viewer's zone. */
function dayOf(value: unknown): number | undefined {
  const plain = typeof value === "string" ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) : null;
  if (plain !== null) return Date.UTC(Number(plain[1]), Number(plain[2]) - 1, Number(plain[3])) / DAY;
  const date = parseDate(value);
  return date === undefined ? undefined : dayNumber(date);
}

/** The first of: expired, ends soon, for testing only, too many assets. Without a license there is nothing to say. */
export function licenseNotice(facts: LicenseFacts | undefined, now: Date): PageNotice | undefined {
  const end = dayOf(facts?.date_expired);
  if (facts === undefined || end === undefined) return undefined;
  const date = String(facts.date_expired).slice(0, 10);
  const left = end - dayNumber(now);
  if (left < 0) return { kind: "licenseExpired", id: `license-expired:${date}`, date };
  if (left < LICENSE_WARNING_DAYS) return { kind: "licenseEnds", id: `license-ends:${date}:${left}`, date };
  if (facts.corporation === TESTING_CORPORATION) return { kind: "licenseTesting", id: "license-testing" };
  const count = facts.current_asset_count;
  const limit = facts.asset_count;
  if (typeof count === "number" && typeof limit === "number" && count > limit) {
    return { kind: "licenseExceeded", id: `license-exceeded:${limit}`, count, limit };
  }
  return undefined;
}

/** Whether a local person's password has expired, or does so within five days; counted in calendar days. */
export function passwordNotice(
  profile: Profile,
  settings: PublicSettings,
  now: Date,
): PageNotice | undefined {
  const { source } = profile;
  const limit = settings.SECURITY_PASSWORD_EXPIRATION_TIME;
  const changed = parseDate(profile.date_password_last_updated);
  if ((isRecord(source) ? source.value : source) !== "local") return undefined;
  if (typeof limit !== "number" || limit <= 0 || changed === undefined) return undefined;
  const days = limit - (dayNumber(now) - dayNumber(changed));
  if (days <= 0) return { kind: "passwordExpired", id: "password-expired" };
  if (days <= PASSWORD_WARNING_DAYS) return { kind: "passwordEnds", id: `password-ends:${days}`, days };
  return undefined;
}

/** Whether the browser itself calls the connection one that others can read; this machine's own is not. */
export function connectionNotice(isSecure: boolean): PageNotice | undefined {
  return isSecure ? undefined : { kind: "unencrypted", id: "unencrypted" };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The installation's announcement, if there is one and it is not the one already closed. */
export function announcementNotice(settings: PublicSettings, closed: string | null): PageNotice | undefined {
  const given = settings.ANNOUNCEMENT;
  if (settings.ANNOUNCEMENT_ENABLED !== true || !isRecord(given)) return undefined;
  const subject = textOf(given.SUBJECT);
  const content = textOf(given.CONTENT);
  const id = textOf(given.ID);
  if ((subject === "" && content === "") || (id !== "" && id === closed)) return undefined;
  const address = textOf(given.LINK);
  const link = /^(https?:\/\/|\/(?![/\\]))/i.test(address) ? address : undefined;
  return { kind: "announcement", id, subject, content, link };
}

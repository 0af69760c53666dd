import type { Row } from "../../kit/metadata/types.ts";

/** The license as the server reports it (docs/contract/license.md, section 1). */
export interface LicenseDetail extends Row {
  readonly subscription_id: string;
  readonly corporation: string;
  /** The last day, `YYYY-MM-DD`; null without an end or without a license. */
  readonly date_expired: string | null;
  /** Null where there is no limit, or no license. */
  readonly asset_count: number | null;
  readonly current_asset_count: number | null;
  readonly edition: string;
  readonly serial_no: string;
  readonly remark: string;
  readonly is_valid?: boolean;
  /** Why a stored license does not hold, in words. */
  readonly problem?: string | null;
}

/** Bytes of the largest license. */
export const LARGEST_LICENSE = 16 * 1024;

const DAY = 86_400_000;

/** Whether there is a license at all, in force or not. */
export function hasLicense({ corporation, serial_no }: LicenseDetail): boolean {
  return corporation !== "" || serial_no !== "";
}

/** Whole days to the last day of a license, which counts to its end in UTC; undefined without an end. */
export function daysLeft(dateExpired: string | null, now: Date): number | undefined {
  const end = dateExpired === null ? Number.NaN : Date.parse(`${dateExpired.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(end)) return undefined;
  return Math.floor(end / DAY) - Math.floor(now.getTime() / DAY);
}

/** Why files cannot be a license, before anything is sent; undefined when they may be one. */
export function refusalOf(files: readonly File[]): "oneFile" | "tooLarge" | undefined {
  const [file] = files;
  if (file === undefined || files.length > 1) return "oneFile";
  return file.size > LARGEST_LICENSE ? "tooLarge" : undefined;
}

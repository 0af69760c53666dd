import { FieldError, type FieldErrors, ValidationError } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { isUuid, parseInstant, parseText } from "../../../engine/resource/index.ts";
import { text as sessionText } from "../texts.ts";
import { text } from "./texts.ts";

/** A session as a component tells of it. */
export interface ReportedSession {
  id: string;
  user: string;
  asset: string;
  account: string;
  user_id: string | null;
  asset_id: string | null;
  account_id: string;
  protocol: string;
  type: "normal" | "tunnel" | "command" | "sftp";
  login_from: "ST" | "RT" | "WT" | "DT";
  remote_addr: string;
  comment: string;
  org_id: string;
  is_success: boolean;
  is_finished: boolean;
  has_command: boolean;
  date_start: Date;
  date_end: Date | null;
}

const words =
  (label: typeof sessionText.user, maxLength: number, required = true) =>
  (value: unknown): string =>
    parseText(value ?? "", { label, required, maxLength });

const choice =
  <Value extends string>(...values: readonly Value[]) =>
  (value: unknown): Value => {
    const wanted = isObject(value) ? value.value : value;
    const found = values.find((one) => one === wanted);
    if (found === undefined) throw new FieldError([common.invalidFilter]);
    return found;
  };

const flag = (value: unknown): boolean => {
  if (typeof value !== "boolean") throw new FieldError([common.notBoolean]);
  return value;
};

const id = (value: unknown): string => {
  if (typeof value !== "string" || !isUuid(value)) throw new FieldError([text.notAnId]);
  return value.toLowerCase();
};

/** Ids of what a session is about; a component may know of none. */
const someId = (value: unknown): string | null => (value === null || value === "" ? null : id(value));

/** How far a component's clock may be ahead, in milliseconds. */
const clockSkew = 5 * 60_000;

/** How late a component may tell, in milliseconds. */
const latest = 7 * 24 * 3_600_000;

/** A time that a component tells: never one that has not come yet, and none long ago. */
const time = (value: unknown): Date => {
  const at = (typeof value === "string" ? parseInstant(value) : null)?.getTime() ?? Number.NaN;
  const now = Date.now();
  if (!(at <= now + clockSkew && at >= now - latest)) throw new FieldError([text.notATime]);
  return new Date(Math.min(at, now));
};

/** How each field is read. */
const readers: { readonly [Name in keyof ReportedSession]: (value: unknown) => ReportedSession[Name] } = {
  id,
  user: words(sessionText.user, 1024),
  asset: words(sessionText.asset, 1024),
  account: words(sessionText.account, 1024),
  user_id: someId,
  asset_id: someId,
  account_id: words(sessionText.accountId, 128),
  protocol: words(sessionText.protocol, 16),
  type: choice("normal", "tunnel", "command", "sftp"),
  login_from: choice("ST", "RT", "WT", "DT"),
  remote_addr: words(sessionText.remoteAddress, 128, false),
  comment: words(common.comment, 1024, false),
  org_id: (value) => (value === "" ? "" : id(value)),
  is_success: flag,
  is_finished: flag,
  has_command: flag,
  date_start: time,
  date_end: (value) => (value === null ? null : time(value)),
};

/** Fields without which there is no session to tell of. */
const required: readonly (keyof ReportedSession)[] = [
  "user",
  "asset",
  "account",
  "account_id",
  "protocol",
  "org_id",
];

/**
 * Reads what was sent of a session. What a component cannot know, or may not say (who carries it, whether it is locked,
 * where its recording is), is passed over.
 *
 * @param isNew whether it has to be whole
 * @throws ValidationError with every field that is wrong
 */
export function readReportedSession(body: unknown, isNew: boolean): Partial<ReportedSession> {
  if (!isObject(body)) throw new ValidationError({ non_field_errors: [text.objectExpected] });
  const errors: Record<string, FieldErrors> = {};
  for (const name of isNew ? required : []) {
    if (body[name] === undefined || body[name] === null) errors[name] = [common.required];
  }
  const read = Object.entries(readers).flatMap(([name, reader]) => {
    if (body[name] === undefined || errors[name] !== undefined) return [];
    try {
      return [[name, reader(body[name])]];
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      errors[name] = error.errors;
      return [];
    }
  });
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return Object.fromEntries(read);
}

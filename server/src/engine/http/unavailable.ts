import { ApiError } from "../errors.ts";
import { text } from "../i18n/texts.ts";

/** Node's codes for a server that cannot be reached, and PostgreSQL's for one that ends or starts. */
const goneCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);

/** What the driver says, without a code, of a connection that broke or could not be had. */
const goneWords = /^Connection terminated|^timeout exceeded when trying to connect|not queryable/;

/** PostgreSQL's and the system's words for a full disk. */
const fullCodes: ReadonlySet<string> = new Set(["53100", "ENOSPC", "EDQUOT"]);

interface Failure {
  readonly code?: string;
  readonly syscall?: string;
  readonly message?: string;
}

/**
 * 503 for a failure that passes without anybody changing the request: the database is away, the disk is full.
 * Null for any other.
 */
export function unavailable(error: Failure | null): ApiError | null {
  const { code = "", syscall = "connect", message = "" } = error ?? {};
  if (fullCodes.has(code)) return new ApiError(503, "disk_full", text.diskFull);
  // A missing file is a defect; a missing socket is a database that is not there.
  const isGone = goneCodes.has(code) && (code !== "ENOENT" || syscall === "connect");
  return isGone || /^08/.test(code) || goneWords.test(message)
    ? new ApiError(503, "unavailable", text.databaseGone)
    : null;
}

import { ApiError } from "../../../engine/errors.ts";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import { TargetFailure } from "../../../transport/targets/index.ts";
import { shownPath } from "../../files/paths.ts";
import { PacketCursor, packetType, statusCode } from "../../files/sftp/packets.ts";
import { codeOf, type Reply } from "../../files/sftp/remote-files.ts";
import { managerText } from "./texts.ts";

/** Stable words of what went wrong, and the HTTP status each has where a status is told. docs/contract/file-manager.md, section 5. */
export const failureStatus = {
  bad_request: 400,
  closed: 400,
  unknown_command: 400,
  cross_site: 403,
  denied: 403,
  not_found: 404,
  exists: 409,
  changed: 409,
  offset: 409,
  too_large: 413,
  not_text: 415,
  unsupported: 422,
  failed: 422,
  no_space: 507,
  lost: 502,
  internal: 500,
} as const;

/** One of those words. */
export type FailureCode = keyof typeof failureStatus;

/** Something that did not work, with what a person reads of it. */
export class FileFailure extends Error {
  readonly code: FailureCode;
  readonly detail: Message;
  /** Added to the answer. */
  readonly extra: Readonly<Record<string, string | number>>;

  constructor(code: FailureCode, detail: Message, extra: Readonly<Record<string, string | number>> = {}) {
    super(detail.en);
    this.code = code;
    this.detail = detail;
    this.extra = extra;
  }
}

/** A parameter that is missing or wrong. */
export const badRequest = (field: string): FileFailure =>
  new FileFailure("bad_request", withParameters(managerText.badRequest, { field }));

/** What a status says. */
export function failureOf(reply: Reply): FileFailure {
  switch (codeOf(reply)) {
    case statusCode.noSuchFile:
      return new FileFailure("not_found", managerText.notFound);
    case statusCode.permissionDenied:
      return new FileFailure("denied", managerText.denied);
    case statusCode.noConnection:
    case statusCode.connectionLost:
      return new FileFailure("lost", managerText.lost);
    case statusCode.unsupported:
      return new FileFailure("unsupported", managerText.unsupported);
    default:
      return new FileFailure("failed", withParameters(managerText.failed, { reason: reasonIn(reply) }));
  }
}

function reasonIn(reply: Reply): string {
  if (reply.type !== packetType.status) return "?";
  const cursor = new PacketCursor(reply.body);
  cursor.uint32();
  return shownPath(cursor.path());
}

/**
 * What to tell of an error: what went wrong at a target or was refused has words for people already. Null where nobody
 * knows what it is.
 */
export function failureFrom(error: unknown): FileFailure | null {
  if (error instanceof FileFailure) return error;
  return error instanceof TargetFailure || error instanceof ApiError
    ? new FileFailure("failed", error.detail)
    : null;
}

/** A connection that is over, or never was. */
export const closedFailure = (): FileFailure => new FileFailure("closed", managerText.closed);

import { isObject, type Json } from "../../../engine/json.ts";
import { SmsError } from "../sms-error.ts";
import type { ServiceAnswer } from "./ask-service.ts";

type JsonObject = { readonly [key: string]: Json };

/**
 * The answer of a service that speaks JSON.
 * @throws SmsError `refused` with the status alone: what else a stranger answers is repeated to nobody
 */
export function readJson({ status, body }: ServiceAnswer): JsonObject {
  // Nothing is asked at another address.
  if (status >= 300 && status < 400) throw new SmsError("refused", `HTTP ${status}`);
  try {
    const parsed: unknown = JSON.parse(body);
    if (isObject(parsed)) return parsed as JsonObject;
  } catch {
    // Told below.
  }
  throw new SmsError("refused", `HTTP ${status}`);
}

/** A member of an answer as text; empty where it is none. */
const wordOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** Why a service refuses, in its own words. */
export const reasonOf = (code: unknown, message: unknown): string =>
  [wordOf(code), wordOf(message)].filter((word) => word !== "").join(": ") || "no reason";

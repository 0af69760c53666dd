import type { Translations } from "../../engine/i18n/messages.ts";
import { isObject, type JsonObject } from "../../engine/json.ts";
import type { HostKey, HostKeyEndpoint } from "../ssh/host-key.ts";
import { type RunnerError, type RunnerReport, runnerLimits } from "./messages.ts";

const isText = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.length <= most;

const readKey = (value: unknown): HostKey | null => {
  if (!isObject(value)) return null;
  const { algorithm, publicKey, fingerprint } = value;
  return isText(algorithm, 64) && isText(publicKey, 16_384) && isText(fingerprint, 128)
    ? { algorithm, publicKey, fingerprint }
    : null;
};

const readEndpoint = (value: unknown): HostKeyEndpoint | null => {
  if (!isObject(value)) return null;
  const { assetId, host, port } = value;
  const isPort = Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536;
  return isText(assetId, 64) && isText(host, 1_024) && isPort ? { assetId, host, port: Number(port) } : null;
};

const readError = (value: unknown): RunnerError | null => {
  if (!isObject(value)) return null;
  const { code, text } = value;
  if (!isText(code, 64) || typeof text !== "string") return null;
  const inEach = readTranslations(value.translations);
  return { code, text: cut(text), ...(inEach === null ? {} : { translations: inEach }) };
};

const cut = (text: string): string => text.slice(0, runnerLimits.reasonCharacters);

/** A reason in each language, as a runner tells it; null: it is none. */
export function readTranslations(value: unknown): Translations | null {
  if (!isObject(value)) return null;
  const { en, zh, ja } = value;
  return typeof en === "string" && typeof zh === "string" && typeof ja === "string"
    ? { en: cut(en), zh: cut(zh), ja: cut(ja) }
    : null;
}

/** A line of a runner, which may say anything; null: it is no report. */
export function readReport(line: string): RunnerReport | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  if (value.type === "ready") return { type: "ready" };
  const { type, id } = value;
  if (!isText(id, 64)) return null;
  switch (type) {
    case "log":
      return typeof value.line === "string" ? { type, id, line: value.line } : null;
    case "opened":
      return { type, id };
    case "output": {
      const { text, isError } = value;
      return isText(text, runnerLimits.outputCharacters) && typeof isError === "boolean"
        ? { type, id, text, isError }
        : null;
    }
    case "pin": {
      const [endpoint, key] = [readEndpoint(value.endpoint), readKey(value.key)];
      const { request } = value;
      return endpoint !== null && key !== null && Number.isSafeInteger(request)
        ? { type, id, request: Number(request), endpoint, key }
        : null;
    }
    case "host_key_changed": {
      const [endpoint, pinned, offered] = [
        readEndpoint(value.endpoint),
        readKey(value.pinned),
        readKey(value.offered),
      ];
      return endpoint !== null && pinned !== null && offered !== null
        ? { type, id, endpoint, pinned, offered }
        : null;
    }
    case "done": {
      if (value.ok === true) {
        const isSmall = line.length <= runnerLimits.resultBytes;
        return isObject(value.result) && isSmall
          ? { type, id, ok: true, result: value.result as JsonObject }
          : null;
      }
      const error = readError(value.error);
      return error === null ? null : { type, id, ok: false, error };
    }
    default:
      return null;
  }
}

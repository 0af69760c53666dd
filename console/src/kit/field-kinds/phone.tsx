import { isRecord } from "../api/api-error.ts";
import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** A number and its country code. */
export interface Phone {
  readonly code: string;
  readonly phone: string;
}

/** Reads a number from either of its wire shapes. */
export function asPhone(value: unknown): Phone {
  if (!isRecord(value)) return { code: "+86", phone: typeof value === "string" ? value : "" };
  return { code: valueText(value.code) || "+86", phone: valueText(value.phone) };
}

/** A telephone number with its country code, written as one text. */
export const phoneKind: FieldKind = {
  cell: (value) =>
    isRecord(value) ? `${valueText(value.code)} ${valueText(value.phone)}` : valueText(value),
  toForm: asPhone,
  toWire: (value) => {
    const { code, phone } = asPhone(value);
    const digits = phone.replace(/\D/g, "");
    return digits === "" ? "" : `${code}${digits}`;
  },
};

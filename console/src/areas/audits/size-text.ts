import i18next from "i18next";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A number of bytes as people read it, for example `1.4 MB`; "" when it is not known. */
export function sizeText(bytes: unknown): string {
  if (typeof bytes !== "number") return "";
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(i18next.language, {
    style: "unit",
    unit: UNITS[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}

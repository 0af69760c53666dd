import i18next from "i18next";
import { durationParts, parseDate } from "../../kit/metadata/dates.ts";

/** How long something took, or has taken so far, in words. */
export function durationText(start: unknown, end: unknown, now: Date = new Date()): string {
  const from = parseDate(start);
  if (from === undefined) return "";
  const parts = durationParts((parseDate(end) ?? now).getTime() - from.getTime());
  if (parts.days > 0) return i18next.t("common:duration.days", { ...parts });
  if (parts.hours > 0) return i18next.t("common:duration.hours", { ...parts });
  if (parts.minutes > 0) return i18next.t("common:duration.minutes", { ...parts });
  return i18next.t("common:duration.seconds", { ...parts });
}

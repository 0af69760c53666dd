import { text } from "./texts.ts";

/** What became of a command, by the number of the contract. */
export const riskLevels = [
  { value: 0, label: text.accepted },
  { value: 4, label: text.warning },
  { value: 5, label: text.rejected },
  { value: 6, label: text.reviewRejected },
  { value: 7, label: text.reviewAccepted },
  { value: 8, label: text.reviewCancelled },
] as const;

/** Whether there is such a level. */
export const isRiskLevel = (value: unknown): value is number =>
  riskLevels.some((level) => level.value === value);

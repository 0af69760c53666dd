import { catalogue } from "../../../engine/i18n/index.ts";

/** The texts of legal holds. */
export const text = catalogue("session-holds", {
  hold: ["Legal hold", "法律保留", "訴訟ホールド"],
  reason: ["Reason", "原因", "理由"],
});

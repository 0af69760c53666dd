import type { Message } from "../../../engine/i18n/index.ts";
import type { Candidate, CandidateAccount } from "../../automation/index.ts";
import { text } from "./texts.ts";

/** Why an account cannot be set up for certificates; null: it can. */
export const unfitForCertificate = (asset: Candidate, account: CandidateAccount): Message | null =>
  account.by_certificate ? text.certified : unreachableByCertificate(asset, account);

/** Why an account cannot sign in by certificate; null: it can. */
export function unreachableByCertificate(
  { category, type, protocols }: Candidate,
  account: CandidateAccount,
): Message | null {
  if (!protocols.some(({ name }) => name === "ssh")) return text.otherProtocol;
  if (category !== "host" || type === "windows") return text.otherSystem;
  return account.su_from_id === null ? null : text.switched;
}

import type { ConnectionGrant } from "../../../transport/connections/index.ts";
import { assetLoginRuleFor } from "../../acls/index.ts";
import type { AuthorizationServices } from "./decision-services.ts";

/**
 * Whether the access rules let a person go on with a session from another address than it was opened from. Where a rule
 * asks for consent, the one that was given for the session counts. Contract: docs/contract/terminal.md, section 8.
 */
export async function mayContinueFrom(
  services: AuthorizationServices,
  { userId, remoteAddress }: { readonly userId: string; readonly remoteAddress: string },
  { asset, account, reviewId }: Pick<ConnectionGrant, "asset" | "account" | "reviewId">,
): Promise<boolean> {
  const isTyped = account.id === "@INPUT";
  const rule = await assetLoginRuleFor(services, {
    userId,
    assetId: asset.id,
    organizationId: asset.organization.id,
    accountUsername: isTyped || account.id === "@ANON" ? account.id : account.username,
    typedUsername: isTyped ? account.username : "",
    remoteAddress,
    at: new Date(),
  });
  if (rule?.action === "review") return reviewId !== undefined;
  return rule?.action !== "reject";
}

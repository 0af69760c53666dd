import { askServer, type OutgoingRequest } from "../../engine/outbound/index.ts";
import { ProviderError } from "./provider-error.ts";

/**
 * Asks an identity provider. Redirects are not followed: what is sent to one address is wrong at another.
 * @throws ProviderError when no answer came
 */
export async function askProvider(
  address: string | URL,
  request: OutgoingRequest,
  verifiesTls: boolean,
): Promise<Response> {
  try {
    return await askServer(address, request, { verifiesTls });
  } catch (error) {
    throw new ProviderError("unreachable", `${new URL(address).host}: ${(error as Error).message}`);
  }
}

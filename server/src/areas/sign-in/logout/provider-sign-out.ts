import type { Session } from "../../../engine/http/index.ts";
import { log } from "../../../engine/log.ts";
import type { Services } from "../../../engine/services.ts";
import type { ProviderServices } from "../provider-extensions.ts";

/** Where a session that began at an identity provider is ended there as well; null: nowhere. */
export async function providerSignOut(
  services: ProviderServices & Pick<Services, "extensions">,
  session: Session,
): Promise<string | null> {
  for (const provider of services.extensions.of("signInProviders")) {
    try {
      const address = await provider.signOutAddress(services, session);
      if (address !== null) return address;
    } catch (error) {
      // A provider that is away must not keep anybody signed in here.
      log.warn({ err: error, provider: provider.name }, "the session at the identity provider was not ended");
    }
  }
  return null;
}

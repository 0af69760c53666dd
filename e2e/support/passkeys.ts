import type { Page } from "playwright-core";

/**
 * Gives a page a device that makes passkeys and signs with them, its user being there and verified. It stays with the
 * page, wherever that goes.
 */
export async function givePasskeyDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

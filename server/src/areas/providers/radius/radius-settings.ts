import type { Services } from "../../../engine/services.ts";
import type { RadiusServer } from "./exchange.ts";
import type { PasswordProtocol } from "./packet.ts";
import { RadiusFailure } from "./radius-failure.ts";

/** The settings of the category `radius`, as the protocol needs them. */
export interface RadiusSettings {
  readonly server: RadiusServer;
  readonly protocol: PasswordProtocol;
  /** What this installation calls itself at the server. */
  readonly nasIdentifier: string;
}

/**
 * Reads how the server is asked.
 * @throws RadiusFailure where its address or the secret is missing
 */
export async function readRadiusSettings({ settings }: Pick<Services, "settings">): Promise<RadiusSettings> {
  const host = (await settings.get<string>("RADIUS_SERVER")).trim();
  const secret = await settings.get<string>("RADIUS_SECRET");
  if (host === "" || secret === "") throw new RadiusFailure("not_set_up", host === "" ? "address" : "secret");
  return {
    server: {
      host,
      port: await settings.get<number>("RADIUS_PORT"),
      secret: Buffer.from(secret),
      timeout: (await settings.get<number>("RADIUS_TIMEOUT")) * 1_000,
      retries: await settings.get<number>("RADIUS_RETRIES"),
    },
    protocol: (await settings.get<string>("RADIUS_PROTOCOL")) as PasswordProtocol,
    nasIdentifier: await settings.get<string>("RADIUS_NAS_IDENTIFIER"),
  };
}

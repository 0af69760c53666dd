import { randomBytes } from "node:crypto";
import type { RequestContext } from "../../../engine/access/index.ts";
import { siteOrigin } from "../../../engine/http/index.ts";
import type { Attempt } from "../attempt.ts";
import type { Departure } from "../code-flow.ts";
import { ProviderError } from "../provider-error.ts";
import { platformAddress } from "./ask-platform.ts";
import { identify, readChatApp } from "./connection.ts";
import type { ChatPlatform } from "./platform.ts";

/** What somebody was sent to a platform for; an answer for one counts for no other. */
export type ChatPurpose = "qr" | "oauth" | "bind";

/** Makes the address at the platform, with everything that ties its answer to this attempt. */
export async function departTo(
  { services }: RequestContext,
  platform: ChatPlatform,
  purpose: ChatPurpose,
  callbackPath: string,
): Promise<Departure> {
  const app = await readChatApp(services, platform);
  const state = randomBytes(32).toString("base64url");
  const redirect = `${await siteOrigin(services)}${callbackPath}`;
  const address = platform.authorization(app, { redirect, state, inApp: purpose === "oauth" });
  return {
    address: platformAddress(services.config, address),
    state,
    memory: { purpose, app: app.id, redirect },
  };
}

/**
 * Whose account came back.
 * @throws ProviderError naming the check that failed
 */
export async function accountOf(
  { services }: RequestContext,
  platform: ChatPlatform,
  purpose: ChatPurpose,
  query: URLSearchParams,
  { memory }: Attempt,
): Promise<string> {
  if (memory.purpose !== purpose) throw new ProviderError("not_begun", "purpose");
  const app = await readChatApp(services, platform);
  if (memory.app !== app.id) throw new ProviderError("untrusted", "the app was changed meanwhile");
  const [code = "", ...more] = query.getAll(platform.codeName);
  if (code === "") throw new ProviderError("denied", "no code");
  if (more.length > 0 || code.length > 1_024) throw new ProviderError("untrusted", "code");
  return identify(services, platform, app, { code, redirect: String(memory.redirect) });
}

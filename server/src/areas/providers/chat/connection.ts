import { createHash } from "node:crypto";
import type { Services } from "../../../engine/services.ts";
import { ProviderError } from "../provider-error.ts";
import { createAsk, headerToken, PlatformRefusal } from "./ask-platform.ts";
import type { ChatApp, ChatMessage, ChatPlatform } from "./platform.ts";

/** What talking to a platform needs. */
export type ChatServices = Pick<Services, "config" | "settings">;

/**
 * Reads the app of a platform.
 * @param given what takes the place of saved settings, by key: those of a form
 * @throws ProviderError when something is missing without which nothing works
 */
export async function readChatApp(
  { settings }: Pick<Services, "settings">,
  { settings: keys }: ChatPlatform,
  given: Readonly<Record<string, unknown>> = {},
): Promise<ChatApp> {
  const read = async (key: string | undefined): Promise<string> => {
    if (key === undefined) return "";
    const value = given[key] ?? (await settings.get<string | null>(key));
    return typeof value === "string" ? value.trim() : "";
  };
  const needed = async (key: string): Promise<string> => {
    const value = await read(key);
    if (value === "") throw new ProviderError("not_set_up", `${key} is missing`);
    return value;
  };
  return {
    id: await needed(keys.id),
    agent: keys.agent === undefined ? "" : await needed(keys.agent),
    secret: await needed(keys.secret),
    edition: await read(keys.edition),
  };
}

/** A token is renewed so many milliseconds before the platform forgets it. */
const margin = 60_000;

/** Tokens longer than this are asked for anew, in seconds; and so many are kept at most. */
const longest = 7_200;
const most = 32;

interface Kept {
  readonly token: Promise<string>;
  until: number;
}

/** By a digest of whose they are and where they came from. The platforms limit how often one may be asked for. */
const tokens = new Map<string, Kept>();

function keyOf({ config }: ChatServices, { name }: ChatPlatform, app: ChatApp): string {
  const { id, secret, edition } = app;
  return createHash("sha256")
    .update(JSON.stringify([config.chatPlatformUrl, name, id, secret, edition]))
    .digest("base64");
}

function tokenOf(services: ChatServices, platform: ChatPlatform, app: ChatApp): Promise<string> {
  const key = keyOf(services, platform, app);
  const known = tokens.get(key);
  if (known !== undefined && known.until > Date.now()) return known.token;
  const request = async (): Promise<string> => {
    const { token, seconds } = await platform.requestToken(createAsk(services.config), app);
    const lifetime = typeof seconds === "number" && seconds > 0 ? Math.min(seconds, longest) : 0;
    kept.until = Date.now() + lifetime * 1_000 - margin;
    return headerToken(token);
  };
  // Whoever comes meanwhile waits for the same one.
  const kept: Kept = { token: request(), until: Number.POSITIVE_INFINITY };
  kept.token.catch(() => {
    if (tokens.get(key) === kept) tokens.delete(key);
  });
  if (tokens.size >= most) tokens.clear();
  tokens.set(key, kept);
  return kept.token;
}

/** Works with an access token; where the platform knows it no more, once again with a new one. */
async function withToken<T>(
  services: ChatServices,
  platform: ChatPlatform,
  app: ChatApp,
  work: (token: string) => Promise<T>,
): Promise<T> {
  try {
    return await work(await tokenOf(services, platform, app));
  } catch (error) {
    if (!(error instanceof PlatformRefusal) || !platform.tokenGone.includes(error.code)) throw error;
    tokens.delete(keyOf(services, platform, app));
    return await work(await tokenOf(services, platform, app));
  }
}

/**
 * Redeems a code for the account of whoever it was given to.
 * @throws ProviderError where there is none
 */
export async function identify(
  services: ChatServices,
  platform: ChatPlatform,
  app: ChatApp,
  given: { readonly code: string; readonly redirect: string },
): Promise<string> {
  const ask = createAsk(services.config);
  const account = await withToken(services, platform, app, (token) =>
    platform.identify(ask, app, token, given),
  );
  if (typeof account !== "string" || !/^[^\p{C}\s]{1,128}$/u.test(account)) {
    throw new ProviderError("denied", "nobody of this organization");
  }
  return account;
}

/**
 * Sends a message to an account.
 * @throws ProviderError where it is not taken
 */
export function sendChatMessage(
  services: ChatServices,
  platform: ChatPlatform,
  app: ChatApp,
  to: string,
  message: ChatMessage,
): Promise<void> {
  const ask = createAsk(services.config);
  return withToken(services, platform, app, (token) => platform.send(ask, app, token, to, message));
}

/**
 * Gets an access token and writes to nobody, to learn whether the platform takes this app. That it does not know the
 * recipient shows that it does.
 * @throws ProviderError with what it said
 */
export async function tryChatApp(
  services: ChatServices,
  platform: ChatPlatform,
  app: ChatApp,
): Promise<void> {
  // A token of before would hide that the secret is another one now.
  tokens.delete(keyOf(services, platform, app));
  try {
    await sendChatMessage(services, platform, app, "test", { subject: "Sallyport", text: "test" });
  } catch (error) {
    if (error instanceof PlatformRefusal && platform.recipientUnknown.includes(error.code)) return;
    throw error;
  }
}

import { isKnownLocation, lastKnownCity, locateAddress, type SignInUser } from "../credentials/index.ts";
import type { SignInServices } from "./sign-in-services.ts";

/** A sign-in from another place than the one before. */
export interface ForeignSignIn {
  readonly userId: string;
  readonly username: string;
  readonly remoteAddress: string;
  readonly city: string;
  readonly previousCity: string;
}

/** Notified of sign-ins from another place, after they are in the login log's past. */
export type ForeignSignInHook = (services: SignInServices, signIn: ForeignSignIn) => Promise<void>;

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** Called when somebody signs in from another place than the time before, e.g. to warn them. */
    foreignSignInHooks: ForeignSignInHook;
  }
}

/** Compares the place of a sign-in with the last one that was known; called before it is logged. */
export async function noticeCity(
  services: SignInServices,
  user: SignInUser,
  remoteAddress: string,
): Promise<void> {
  const { config, db, settings, extensions } = services;
  const hooks = extensions.of("foreignSignInHooks");
  if (config.geoipFile === null || hooks.length === 0) return;
  if (!(await settings.get<boolean>("SECURITY_CHECK_DIFFERENT_CITY_LOGIN"))) return;
  const city = await locateAddress(config, remoteAddress);
  const previousCity = await lastKnownCity({ db }, user.username);
  if (previousCity === null || previousCity === city || !isKnownLocation(city)) return;
  const signIn = { userId: user.id, username: user.username, remoteAddress, city, previousCity };
  for (const hook of hooks) await hook(services, signIn);
}

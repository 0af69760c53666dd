import type { Services } from "../../engine/services.ts";

/** What is looked up to know whether keys are signed. */
type SettingsServices = Pick<Services, "settings">;

/** Whether people may allow SSH clients in the browser, and have keys signed. */
export const isBrowserSignInOn = ({ settings }: SettingsServices): Promise<boolean> =>
  settings.get<boolean>("TERMINAL_BROWSER_AUTH");

/** Hours for which a signed key opens the gateway; 0: none is signed, and those that were open nothing. */
export async function certificateHours(services: SettingsServices): Promise<number> {
  const { settings } = services;
  const takesKeys = await settings.get<boolean>("TERMINAL_PUBLIC_KEY_AUTH");
  if (!takesKeys || !(await isBrowserSignInOn(services))) return 0;
  return settings.get<number>("TERMINAL_CERTIFICATE_HOURS");
}

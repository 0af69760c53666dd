import type { Services } from "../../engine/services.ts";
import { countSend, type LimitServices, type SmsOccasion } from "./limits.ts";
import { findSmsService } from "./services/index.ts";
import { SmsError } from "./sms-error.ts";
import { type SmsPhone, type SmsService, type SmsSettings, worldwide } from "./sms-service.ts";

/** What sending works with. */
export type SmsServices = LimitServices & Pick<Services, "config">;

/** A code for somebody, and who asked for it. */
export interface CodeToSend extends Omit<SmsOccasion, "number"> {
  /** The number as users have it: `+86 13800000000`. */
  readonly phone: string;
  readonly code: string;
}

/** Settings of a service that are empty and must not be. */
async function missingSettings(settings: SmsSettings, { needed }: SmsService): Promise<string[]> {
  const values = await Promise.all(needed.map((key) => settings.get<string>(key)));
  return needed.filter((_key, index) => values[index] === "");
}

/** The service messages go by; null where they are off or it is not set up. */
async function chosenService(settings: SmsSettings): Promise<SmsService | null> {
  if (!(await settings.get<boolean>("SMS_ENABLED"))) return null;
  const service = findSmsService(await settings.get<string>("SMS_BACKEND"));
  if (service === undefined) return null;
  return (await missingSettings(settings, service)).length === 0 ? service : null;
}

/** Whether codes can be sent by text message: it is on, and the service is set up. */
export const isSmsSetUp = async (settings: SmsSettings): Promise<boolean> =>
  (await chosenService(settings)) !== null;

/** A number as users have it -> its parts. */
export function readPhone(stored: string): SmsPhone {
  const [code = "", national = ""] = stored.split(" ");
  return { code, national };
}

/**
 * Sends a code by the service of the settings.
 * @throws SmsLimitReached; SmsError when the service did not take it
 */
export async function sendSmsCode(services: SmsServices, toSend: CodeToSend): Promise<void> {
  const service = await chosenService(services.settings);
  if (service === null) throw new SmsError("not_set_up", "SMS_ENABLED");
  await sendBy(services, service, services.settings, toSend);
}

/**
 * Sends a code by a service, with the settings given.
 * @throws SmsLimitReached; SmsError when it is not set up, or did not take it
 */
export async function sendBy(
  services: SmsServices,
  service: SmsService,
  settings: SmsSettings,
  { phone, code, ...occasion }: CodeToSend,
): Promise<void> {
  const missing = await missingSettings(settings, service);
  if (missing.length > 0) throw new SmsError("not_set_up", missing.join(", "));
  const parts = readPhone(phone);
  const takeBack = await countSend(services, { ...occasion, number: worldwide(parts) });
  try {
    await service.send({ phone: parts, code }, settings, { allowed: services.config.localTargets });
  } catch (error) {
    // What was refused was not sent. Without an answer nobody knows, and it may have to be paid for.
    if (error instanceof SmsError && error.problem === "refused") await takeBack();
    throw error;
  }
}

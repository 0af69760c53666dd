import type { Message } from "../../engine/i18n/index.ts";
import type { SettingsPort } from "../../engine/services.ts";

/** A code on its way to a number. */
export interface SmsMessage {
  readonly phone: SmsPhone;
  readonly code: string;
}

/** A number in its parts: `+86` and `13800000000`. */
export interface SmsPhone {
  readonly code: string;
  readonly national: string;
}

/** Where settings come from: as they are saved, or as somebody tries them. */
export type SmsSettings = Pick<SettingsPort, "get">;

/** How far a service may be reached for. */
export interface SmsReach {
  /** Addresses of this machine that may be asked (`SALLYPORT_LOCAL_TARGETS`). */
  readonly allowed: readonly string[];
}

/** A service that sends text messages. */
export interface SmsService {
  /** Name of the contract; that of its category of settings too. */
  readonly name: "alibaba" | "tencent" | "huawei" | "cmpp2" | "custom";
  readonly label: Message;
  /** Settings without which it cannot be asked. */
  readonly needed: readonly string[];
  /**
   * Has one message sent.
   * @throws SmsError
   */
  readonly send: (message: SmsMessage, settings: SmsSettings, reach: SmsReach) => Promise<void>;
}

/** A number as the world knows it: `+8613800000000`. */
export const worldwide = ({ code, national }: SmsPhone): string => `${code}${national}`;

/** A number as services of mainland China take it: their own without the calling code, others with it, no plus. */
export const domestic = ({ code, national }: SmsPhone): string =>
  code === "+86" ? national : `${code.slice(1)}${national}`;

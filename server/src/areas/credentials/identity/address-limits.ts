import { addressMatches } from "../../../engine/access/index.ts";
import type { Services } from "../../../engine/services.ts";
import { addressFailures, countAddressFailure } from "../../users/index.ts";

/** Where addresses are counted, and how many failures they may have. */
export type AddressLimitServices = Pick<Services, "db" | "settings">;

/**
 * Whether nobody may sign in from the address: it is listed, or too much failed there. The white list goes first.
 * @param failuresFrom answers how much failed there, for who asks for more at once
 */
export async function isAddressRefused(
  { db, settings }: AddressLimitServices,
  remoteAddress: string,
  failuresFrom: () => Promise<number> | number = () => addressFailures(db, remoteAddress),
): Promise<boolean> {
  const isListed = async (key: string): Promise<boolean> =>
    addressMatches(remoteAddress, await settings.get<readonly string[]>(key));
  if (await isListed("SECURITY_LOGIN_IP_WHITE_LIST")) return false;
  if (await isListed("SECURITY_LOGIN_IP_BLACK_LIST")) return true;
  const limit = await settings.get<number>("SECURITY_LOGIN_IP_LIMIT_COUNT");
  return (await failuresFrom()) >= limit;
}

/** Counts a failure of the address, whoever it was about. */
export async function countFailureOfAddress(
  { db, settings }: AddressLimitServices,
  remoteAddress: string,
): Promise<void> {
  await countAddressFailure(db, remoteAddress, await settings.get<number>("SECURITY_LOGIN_IP_LIMIT_TIME"));
}

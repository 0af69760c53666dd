import type { Services } from "../../engine/services.ts";

/** Whether rules can have people decide: with a license, and where tickets are on. */
export async function isReviewOffered({ settings }: Pick<Services, "settings">): Promise<boolean> {
  const isLicensed = await settings.get<boolean>("XPACK_LICENSE_IS_VALID");
  return isLicensed && (await settings.get<boolean>("TICKETS_ENABLED"));
}

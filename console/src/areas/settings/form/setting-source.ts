import type { Metadata } from "../../../kit/metadata/types.ts";

/** Where settings are described, read and saved, one category at a time (docs/contract/settings.md). */
export const SETTINGS_URL = "/api/v1/settings/setting/";

/** Whether the person may change the settings so described, not only look at them. */
export function mayChange({ actions }: Metadata): boolean {
  return actions?.PATCH !== undefined || actions?.PUT !== undefined;
}

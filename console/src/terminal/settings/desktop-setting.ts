import { changeStored, flag, stored } from "./luna-setting.ts";

/** How desktops are shown by programs of the person's own. */
export interface DesktopSetting {
  readonly isFullScreen: boolean;
  readonly usesAllMonitors: boolean;
  /** Whether drives of this computer are offered to the desktop. */
  readonly sharesDrives: boolean;
}

/** What this browser keeps, in the same entry as the setting of terminals. */
export function readDesktopSetting(): DesktopSetting {
  const { rdpFullScreen = "1", rdpMultiScreen, rdpDrivesRedirect } = stored();
  return {
    isFullScreen: flag(rdpFullScreen),
    usesAllMonitors: flag(rdpMultiScreen),
    sharesDrives: flag(rdpDrivesRedirect),
  };
}

/** Keeps a choice. */
export function writeDesktopSetting({ isFullScreen, usesAllMonitors, sharesDrives }: DesktopSetting): void {
  changeStored({
    rdpFullScreen: isFullScreen ? "1" : "0",
    rdpMultiScreen: usesAllMonitors ? "1" : "0",
    rdpDrivesRedirect: sharesDrives ? "1" : "0",
  });
}

// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { readDesktopSetting, writeDesktopSetting } from "./desktop-setting.ts";

it("is full screen until somebody wants it otherwise, and leaves what else is in the entry", () => {
  localStorage.setItem("LunaSetting", '{"fontSize":18,"rdpResolution":"Auto"}');
  expect(readDesktopSetting()).toEqual({ isFullScreen: true, usesAllMonitors: false, sharesDrives: false });
  writeDesktopSetting({ isFullScreen: false, usesAllMonitors: true, sharesDrives: true });
  expect(readDesktopSetting()).toEqual({ isFullScreen: false, usesAllMonitors: true, sharesDrives: true });
  expect(JSON.parse(localStorage.getItem("LunaSetting") ?? "")).toMatchObject({
    fontSize: 18,
    rdpResolution: "Auto",
    rdpMultiScreen: "1",
  });
});

// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Row } from "../../kit/metadata/types.ts";
import { cleanUpPage, json, servePage } from "../../testing/page-harness.tsx";
import { LunaContext } from "../page/luna-context.ts";
import type { Started } from "../startup/start-up.ts";
import { KeptSettings, type TerminalChoices, toPreferences, withPreferences } from "./kept-settings.tsx";
import { DEFAULT_TERMINAL_SETTING, getTerminalSetting, updateTerminalSetting } from "./luna-setting.ts";
import { DEFAULT_PERSONAL_SETTING, getPersonalSetting, updatePersonalSetting } from "./personal-setting.ts";

const PREFERENCES = "/api/v1/sallyport/preferences/";
const usual: TerminalChoices = { personal: DEFAULT_PERSONAL_SETTING, terminal: DEFAULT_TERMINAL_SETTING };
const other: TerminalChoices = {
  personal: {
    colors: "auto",
    font: "menlo",
    isKeyRowShown: false,
    isPasteGuarded: false,
    copiesSelection: false,
    areHintsDismissed: true,
  },
  terminal: { fontSize: 21, quickPaste: true, backspaceAsCtrlH: true },
};

/** A server that keeps what is chosen; with null, one that does not know of it. */
function serve(chosen: Row | null) {
  return servePage({}, ({ method, path, body }) => {
    if (path !== PREFERENCES) return undefined;
    if (chosen === null) return json(404, { detail: "Not found." });
    return json(200, method === "PATCH" ? { ...chosen, ...(body as Row) } : chosen);
  });
}

function open(userId: string) {
  const started = { profile: { id: userId } } as unknown as Started;
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <LunaContext value={started}>
        <KeptSettings />
      </LunaContext>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanUpPage();
  updateTerminalSetting(DEFAULT_TERMINAL_SETTING);
});

test("every choice comes back as it was sent, and what was not sent stays", () => {
  for (const choices of [usual, other])
    for (const before of [usual, other])
      expect(withPreferences(before, toPreferences(choices))).toEqual(choices);
  expect(withPreferences(other, {})).toEqual(other);
  expect(withPreferences(other, { terminal_colors: "light" })).toEqual({
    ...other,
    personal: { ...other.personal, colors: "light" },
  });
});

test("what was chosen in another browser counts, and only what is changed here is sent", async () => {
  const server = serve({ getting_started: "closed", terminal_colors: "light", terminal_font_size: "18" });
  updatePersonalSetting("cleo", { font: "consolas" });
  open("cleo");
  await vi.waitFor(() => expect(getPersonalSetting("cleo").colors).toBe("light"));
  expect(getPersonalSetting("cleo").font).toBe("consolas");
  expect(getTerminalSetting().fontSize).toBe(18);
  updateTerminalSetting({ fontSize: 19 });
  updateTerminalSetting({ fontSize: 20 });
  updatePersonalSetting("cleo", { isPasteGuarded: false });
  await vi.waitFor(() => expect(server.requests("PATCH", PREFERENCES)).toHaveLength(1));
  expect(server.requests("PATCH", PREFERENCES)[0]?.body).toEqual({
    terminal_font_size: "20",
    terminal_paste_guard: "off",
  });
});

test("what was chosen last is sent when the page is left", async () => {
  const server = serve({ terminal_colors: "light" });
  const page = open("dora");
  await vi.waitFor(() => expect(getPersonalSetting("dora").colors).toBe("light"));
  updatePersonalSetting("dora", { colors: "auto" });
  window.dispatchEvent(new Event("pagehide"));
  await vi.waitFor(() => expect(server.requests("PATCH", PREFERENCES)).toHaveLength(1));
  page.unmount();
  expect(server.requests("PATCH", PREFERENCES)[0]?.body).toEqual({ terminal_colors: "auto" });
});

test("a server that keeps no choices is sent none", async () => {
  const server = serve(null);
  const page = open("edna");
  await vi.waitFor(() => expect(server.requests("GET", PREFERENCES)).toHaveLength(1));
  updatePersonalSetting("edna", { colors: "light" });
  page.unmount();
  expect(server.requests("PATCH", PREFERENCES)).toEqual([]);
  expect(getPersonalSetting("edna").colors).toBe("light");
});

import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { useStage } from "./support/use-stage.ts";

/** What somebody changes on a tab: a switch is turned, anything else filled with the text. */
type Change = readonly [field: string, text?: string];
/** A tab that is no form, by something that is there once it is drawn. */
type Shown = { readonly shows: string };

/** A list with its rows, or what it says where there are none. */
const list = ".data-table:not(.is-skeleton), .notice";

/** A page of settings with a story for each of its tabs, by the key of the tab; a page without tabs has one alone. */
const pages: Readonly<Record<string, Readonly<Record<string, Change | Shown>>>> = {
  basic: { "": ["USER_GUIDE_URL", "https://guide.example.com"] },
  msg: {
    Email: ["EMAIL_SUBJECT_PREFIX", "[Harbour]"],
    EmailContent: ["EMAIL_CUSTOM_USER_CREATED_SUBJECT", "Welcome aboard"],
    SMS: ["SMS_LIMIT_NUMBER", "4"],
    Slack: { shows: "[data-field=SLACK_WEBHOOK_URL]" },
    Teams: { shows: "[data-field=TEAMS_WEBHOOK_URL]" },
    MsgSubscription: { shows: ".subscriptions" },
    Deliveries: { shows: list },
  },
  features: {
    // Only with a subject and a text: settings.test.ts has its story.
    Announcement: { shows: "[data-field=ANNOUNCEMENT_ENABLED]" },
    Ticket: ["TICKETS_ENABLED"],
    TaskCenter: ["SECURITY_COMMAND_EXECUTION"],
    Evidence: ["EVIDENCE_SYSLOG_ADDRESS", "tls://logs.example.com:6514"],
    Rotation: ["ACCOUNT_ROTATION_FAILED_PERCENT", "40"],
    Vault: { shows: "form" },
    AssetTree: ["PERM_SINGLE_ASSET_TO_UNGROUP_NODE"],
  },
  auth: {
    Basic: ["FORGOT_PASSWORD_URL", "https://help.example.com"],
    // Not without a server and a search base: ldap.test.ts has its story.
    Ldap: { shows: "[data-field=AUTH_LDAP_SERVER_URI]" },
    CAS: ["CAS_SERVER_URL", "https://cas.example.com"],
    OIDC: ["AUTH_OPENID_CLIENT_ID", "harbour"],
    SAML2: ["SAML2_LOGOUT_COMPLETELY"],
    OAuth2: ["AUTH_OAUTH2_CLIENT_ID", "harbour"],
    Radius: ["RADIUS_PORT", "1645"],
    WeCom: ["WECOM_CORPID", "harbour"],
    DingTalk: ["DINGTALK_APPKEY", "harbour"],
    FeiShu: ["FEISHU_APP_ID", "harbour"],
    SCIM: { shows: list },
  },
  terminal: {
    Basic: ["TERMINAL_PUBLIC_KEY_AUTH"],
    SshAuthority: { shows: ".card .hint" },
    Components: { shows: list },
    ReplayStorage: { shows: list },
    CommandStorage: { shows: list },
    Monitor: { shows: ".monitor-types" },
    Endpoint: { shows: list },
    EndpointRule: { shows: list },
  },
  security: {
    SecurityAuth: ["OTP_ISSUER_NAME", "Harbour"],
    SecurityLimit: ["SECURITY_LOGIN_LIMIT_COUNT", "8"],
    SecurityPassword: ["SECURITY_PASSWORD_UPPER_CASE"],
    SecuritySession: ["SECURITY_MAX_IDLE_TIME", "25"],
  },
  // What is changed there loads the page again: settings.test.ts has its story.
  interface: { "": { shows: "[data-field=login_title]" } },
  tools: Object.fromEntries(
    ["ping", "telnet", "nmap", "lookup", "traceroute", "tcpdump"].map((tool) => [
      tool,
      { shows: ".tool-form" },
    ]),
  ),
};

const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ["on a wide screen, light, in English", { viewport: { width: 1440, height: 900 }, colorScheme: "light" }],
  [
    "on a phone, dark, in Chinese",
    {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: "dark",
      locale: "zh-CN",
    },
  ],
];

/** Whether nothing is wider than the screen. */
const isWithinScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

describe.skipIf(browserMissing() !== null)("the tabs of the settings", () => {
  const stage = useStage();

  /** The field as the page draws it, whatever its kind: what it holds now, and another value given to it. */
  const fieldOf = (page: Page, [name, text]: Change) => {
    const field = page.locator(`[data-field=${name}]`);
    const control = field.locator(text === undefined ? "[role=switch]" : "input, textarea").first();
    return {
      shown: () => control.waitFor(),
      value: () => (text === undefined ? control.getAttribute("aria-checked") : control.inputValue()),
      change: (value: string) => (text === undefined ? control.click() : control.fill(value)),
    };
  };
  /** Saves, and reads what the server says that it keeps. */
  const save = async (page: Page): Promise<Record<string, unknown>> => {
    const answer = page.waitForResponse(
      (response) => response.request().method() === "PATCH" && response.url().includes("/settings/setting/"),
    );
    const button = page.locator("main button[type=submit]");
    await button.click();
    const kept = await (await answer).json();
    // Then the form starts again from what was saved.
    await expect.poll(() => button.getAttribute("class")).not.toContain("ant-btn-loading");
    return kept;
  };
  /** What stood in fields before they were changed. */
  const former = new Map<string, string>();
  /** Changes one thing, and is told that it is kept; the next who comes by changes it back. */
  const keepsChange = async (page: Page, change: Change): Promise<void> => {
    const [name, text] = change;
    const field = fieldOf(page, change);
    await field.shown();
    const before = (await field.value()) ?? "";
    const turned = before === "true" ? "false" : "true";
    const wanted = text === undefined ? turned : before === text ? (former.get(name) ?? "") : text;
    former.set(name, before);
    await field.change(wanted);
    expect(String((await save(page))[name] ?? ""), name).toBe(wanted.trim());
  };

  /** Walks through the tabs of a page, and says where it is when something is not as it should be. */
  const walk = async (person: ConsolePerson, name: string): Promise<void> => {
    const { page } = person;
    const stories = Object.entries(pages[name] ?? {});
    await person.open(`/ui/settings/${name}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const tabs = page.locator("main .ant-tabs-nav-list > [data-node-key]");
    if (stories.some(([key]) => key !== "")) await tabs.first().waitFor();
    const offered = await tabs.evaluateAll((all) => all.map((tab) => tab.getAttribute("data-node-key")));
    expect(offered).toEqual(stories.map(([key]) => key).filter((key) => key !== ""));
    for (const [key, story] of stories) {
      // The tab bar is wider than a phone and moves under the finger: no place is scrolled to there.
      if (key !== "")
        await page.locator(`main [data-node-key=${key}] .ant-tabs-tab-btn`).dispatchEvent("click");
      if ("shows" in story) await page.locator("main").locator(story.shows).first().waitFor();
      else await keepsChange(page, story);
      expect(await isWithinScreen(page), `${name}, ${key}`).toBe(true);
    }
  };

  // All pages in one profile: what the browser keeps of the console is half of what a page costs.
  it.each(looks)("each take a change and keep it %s", { timeout: 300_000 }, async (_look, options) => {
    const page = await stage().page(stage().people.admin, options);
    const person = new ConsolePerson(page, stage().url);
    for (const name of Object.keys(pages)) await walk(person, name);
    const { colorScheme, locale = "en-US" } = options;
    expect(await page.locator("html").getAttribute("data-theme")).toBe(colorScheme);
    expect(await page.locator("html").getAttribute("lang")).toMatch(new RegExp(`^${locale.slice(0, 2)}`));
    expect(person.complaints).toEqual([]);
  });
});

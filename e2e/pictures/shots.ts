import type { Page } from "playwright-core";

/** What a picture shows and how it is reached. */
export interface Shot {
  readonly name: string;
  /** What can be seen, for the gallery and for those who cannot see it. */
  readonly caption: string;
  readonly path: string;
  /** Somebody who is signed in; by default the administrator. */
  readonly person?: "admin" | "nobody";
  /** Brings the page to what is shown. */
  readonly prepare: (page: Page) => Promise<void>;
  /** The combinations it is taken in. */
  readonly looks: readonly Look[];
}

/** Width in pixels, colours and language. */
export type Look = `${1440 | 390}-${"light" | "dark"}-${"en" | "zh"}`;

/** Ids of what the pictures are of; new in every demonstration. */
export interface Subjects {
  readonly user: string;
  readonly host: string;
  readonly permission: string;
  readonly replay: string;
}

const desktop = "1440-light-en";
const dark = "1440-dark-en";
const chinese = "1440-light-zh";
const phone = "390-light-en";
const nightPhone = "390-dark-zh";

/** The gallery, in its order. */
export function shotsOf(subjects: Subjects): Shot[] {
  const rows = (page: Page) => page.locator("main .data-table:not(.is-skeleton) tbody td").first().waitFor();
  return [
    {
      name: "dashboard",
      caption: "The dashboard of an organization",
      path: "/ui/console/dashboard",
      prepare: (page) => page.locator("main li, main tbody tr").nth(3).waitFor(),
      looks: [desktop, nightPhone],
    },
    {
      name: "hosts",
      caption: "The assets of an organization, with their tree",
      path: "/ui/console/assets/assets",
      prepare: async (page) => {
        await rows(page);
        // On a phone the tree waits behind its button.
        if ((page.viewportSize()?.width ?? 0) > 1000) await page.getByRole("treeitem").nth(3).waitFor();
      },
      looks: [desktop, dark, chinese, phone],
    },
    {
      name: "host",
      caption: "A host and what can be done with it",
      path: `/ui/console/assets/assets/${subjects.host}`,
      prepare: (page) => page.locator("main h1", { hasText: "app-prod-02" }).waitFor(),
      looks: [desktop, nightPhone],
    },
    {
      name: "host-form",
      caption: "Changing a host",
      path: `/ui/console/assets/hosts/${subjects.host}/update`,
      prepare: (page) => page.locator("main form input[value]").first().waitFor(),
      looks: [desktop, nightPhone],
    },
    {
      name: "users",
      caption: "The people of an organization",
      path: "/ui/console/users",
      prepare: rows,
      looks: [desktop, dark],
    },
    {
      name: "user",
      caption: "A person and what can be done with the account",
      path: `/ui/console/users/${subjects.user}`,
      prepare: (page) => page.locator("main h1", { hasText: "Tom Okafor" }).waitFor(),
      looks: [desktop, phone],
    },
    {
      name: "permission-form",
      caption: "Who may reach what, with which account, until when",
      path: `/ui/console/perms/asset-permissions/${subjects.permission}/update`,
      prepare: (page) => page.locator("main form input[value]").first().waitFor(),
      looks: [desktop, dark],
    },
    {
      name: "sessions",
      caption: "What happened: the sessions of the last month",
      path: "/ui/audit/sessions/sessions",
      prepare: async (page) => {
        await page.locator(".page-body").getByRole("tab").nth(1).click();
        await rows(page);
      },
      looks: [desktop, chinese],
    },
    {
      name: "operate-logs",
      caption: "Who changed what",
      path: "/ui/audit/audits/operate-logs",
      prepare: rows,
      looks: [desktop, dark],
    },
    {
      name: "settings",
      caption: "Settings of the installation",
      path: "/ui/settings/security",
      prepare: (page) => page.locator("main form input").first().waitFor(),
      looks: [desktop, nightPhone],
    },
    {
      name: "replay",
      caption: "A recording is played back",
      path: `/luna/replay/${subjects.replay}`,
      prepare: async (page) => {
        await page.getByRole("button", { name: "Pause" }).click();
        const slider = await page.locator(".luna-controls-seek").boundingBox();
        if (slider === null) throw new Error("the player has no position to set");
        await page.mouse.click(slider.x + slider.width * 0.8, slider.y + slider.height / 2);
        await page.mouse.move(slider.x + slider.width / 2, 200);
        await page.getByRole("tooltip").first().waitFor({ state: "hidden" });
      },
      looks: [dark],
    },
    {
      name: "sign-in",
      caption: "Signing in",
      path: "/core/auth/login/",
      person: "nobody",
      prepare: (page) => page.locator('[type="submit"]').waitFor(),
      looks: [desktop, nightPhone],
    },
    {
      name: "command-palette",
      caption: "Any page and any asset in a few keystrokes",
      path: "/ui/console/dashboard",
      prepare: async (page) => {
        await page.locator("main li, main tbody tr").nth(3).waitFor();
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog").getByRole("combobox").fill("ma");
        await page.getByRole("dialog").getByText("This machine").first().waitFor();
      },
      looks: [desktop, dark],
    },
    // Last, because its sessions would be in the other pictures.
    {
      name: "terminal",
      caption: "A session in the browser",
      path: "/luna/",
      prepare: openTerminal,
      looks: [desktop, dark],
    },
  ];
}

/** Connects to the shell that the demonstration offers and prints the same lines in it each time. */
async function openTerminal(page: Page): Promise<void> {
  const machine = page.getByRole("treeitem", { name: /This machine/ }).first();
  await page.getByRole("searchbox").or(page.locator("input[type=search]")).first().fill("This machine");
  await machine.click();
  await page.getByRole("dialog").getByRole("button", { name: "Connect" }).click();
  const screen = page.locator(".xterm-rows:visible");
  await screen.filter({ hasText: "$" }).waitFor();
  await page.keyboard.type(
    "PS1='deploy@billing-jobs:~$ '; clear; seq -f 'invoice run %g   done' 240 252; echo 13 runs, 0 failed\n",
  );
  // Cleared, so that the prompt is there once.
  await screen.filter({ hasText: /^invoice.*0 failed\s*deploy@/ }).waitFor();
}

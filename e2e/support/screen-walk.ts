import type { Page } from "playwright-core";

/** A screen of the console, as `console/src/app/screen-addresses.json` lists it. */
export interface ScreenAddress {
  /** Below `/ui`, in the router's pattern language. */
  readonly path: string;
  readonly name: string;
  readonly view: string;
}

/** What stands in a page while it, or something in it, is on its way. */
const UNFINISHED =
  "main :is(.page-skeleton, .table-skeleton, .is-skeleton, .ant-skeleton, .ant-spin-spinning, [aria-busy=true])";

/** Ids of objects; most are UUIDs, those of platforms are numbers. */
const AN_ID = /^([0-9a-f-]{36}|\d+)$/;

/** The longest that a page may take on a busy machine, in milliseconds. */
const DRAWN_WITHIN = 20_000;

/**
 * Goes through the screens of the console within one page, as links do: without loading it again. What has an id in
 * its address is reached by the links that the screens before it showed.
 */
export class ScreenWalk {
  /** Screens that could not be reached: none of their objects was linked, or they led elsewhere. */
  readonly missed: ScreenAddress[] = [];
  readonly #page: Page;
  readonly #screens: readonly ScreenAddress[];
  readonly #links = new Set<string>();

  constructor(page: Page, screens: readonly ScreenAddress[]) {
    this.#page = page;
    this.#screens = screens;
  }

  /** Opens each screen, and answers its name once it is drawn: lists first, then what they lead to. */
  async *visitAll(): AsyncGenerator<string> {
    const depth = ({ path }: ScreenAddress) => path.split("/:id").length + (path.endsWith("update") ? 1 : 0);
    for (const screen of this.#screens.toSorted((one, other) => depth(one) - depth(other))) {
      const path = this.#addressOf(screen);
      if (path !== undefined && (await this.#open(path))) yield screen.name;
      else this.missed.push(screen);
    }
  }

  /** Waits until the page in front has its content. */
  async untilDrawn(): Promise<void> {
    await this.#page.waitForFunction(
      (unfinished) =>
        location.pathname === "/ui/404" ||
        (document.querySelector("main h1:not([data-left])") !== null &&
          document.querySelector(unfinished) === null),
      UNFINISHED,
      { polling: 50, timeout: DRAWN_WITHIN },
    );
    const links = await this.#page.evaluate(() =>
      [...document.querySelectorAll("main a[href]")].map(
        (link) => new URL((link as HTMLAnchorElement).href).pathname,
      ),
    );
    for (const link of links) this.#links.add(link.replace(/^\/ui/, ""));
  }

  #addressOf({ path }: ScreenAddress): string | undefined {
    if (!path.includes(":id")) return path;
    const [before = "", after = ""] = path.split(":id");
    for (const link of this.#links) {
      const id = link.startsWith(before) ? link.slice(before.length).split("/")[0] : undefined;
      if (id !== undefined && AN_ID.test(id)) return `${before}${id}${after}`;
    }
    return undefined;
  }

  /** @returns whether the page is at that address then */
  async #open(path: string): Promise<boolean> {
    await this.#page.evaluate((address) => {
      // The heading of the page that is left, which the next one replaces.
      document.querySelector("main h1")?.setAttribute("data-left", "");
      const index = Number((history.state as { idx?: number } | null)?.idx ?? 0) + 1;
      history.pushState({ idx: index, key: String(index) }, "", `/ui${address}`);
      dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    }, path);
    try {
      await this.untilDrawn();
    } catch (error) {
      throw new Error(`${path} was not drawn`, { cause: error });
    }
    return new URL(this.#page.url()).pathname === `/ui${path}`;
  }
}

import type { BrowserContextOptions, Page, Request } from "playwright-core";
import { ApiClient } from "./api.ts";
import { openBrowser, type TestBrowser } from "./browser.ts";
import { type ContractProxy, startContractProxy } from "./contract-proxy.ts";
import { startPrepared } from "./prepared.ts";
import { adminPassword, type Product } from "./product.ts";

/** Somebody with a sign-in. */
export interface Person {
  readonly username: string;
  readonly password: string;
}

/** Somebody made for a test. */
export interface NewPersonOptions {
  /** They have yet to complete their account, which is what the console leads them to. */
  readonly isFirstSignIn?: boolean;
}

/** The demonstration and a browser in front of it: what tests of the console are played on. */
export interface Stage {
  readonly product: Product;
  readonly proxy: ContractProxy;
  /** Where the browser goes: the product itself, or the proxy that takes our extensions away. */
  readonly url: string;
  readonly admin: ApiClient;
  readonly people: Readonly<Record<"admin" | "operator" | "auditor", Person>>;
  /** Makes somebody with these fields, in the default organization; lists show them after everybody else. */
  newPerson(
    fields?: Readonly<Record<string, unknown>>,
    options?: NewPersonOptions,
  ): Promise<Person & { readonly id: string }>;
  /** A page in a profile of its own, with somebody signed in. */
  page(person: Person | null, options?: BrowserContextOptions): Promise<Page>;
  /** Closes the profiles that `page` made. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** The password of a sign-in that the start message tells. */
function passwordIn(said: string, username: string): string {
  const password = new RegExp(`^ +${username} / (\\S+)`, "m").exec(said)?.[1];
  if (password === undefined) throw new Error(`the demonstration made no sign-in for ${username}`);
  return password;
}

/** Starts a product with demonstration data, on a copy of a data folder that has them, and a browser. */
export async function openStage(options: { readonly onlyContract?: boolean } = {}): Promise<Stage> {
  const product = await startPrepared({ kind: "demo" });
  const proxy = await startContractProxy(product);
  const browser: TestBrowser = await openBrowser();
  const url = options.onlyContract === true ? proxy.url : product.url;
  const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
  const sessions = new Map<string, string>();
  const profiles = new Set<{ close(): Promise<void> }>();
  let made = 0;
  return {
    product,
    proxy,
    url,
    admin,
    people: {
      admin: { username: "admin", password: adminPassword },
      operator: { username: "operator", password: passwordIn(product.firstSaid, "operator") },
      auditor: { username: "auditor", password: passwordIn(product.firstSaid, "auditor") },
    },
    async newPerson(fields = {}, { isFirstSignIn = false } = {}) {
      made += 1;
      const person = { username: `person-${made}`, password: "Quiet-Meadow-77" };
      const { id } = await admin.post("/api/v1/users/users/", {
        name: `Zoe Zander ${made}`,
        email: `${person.username}@example.com`,
        password_strategy: "custom",
        ...person,
        ...fields,
      });
      if (!isFirstSignIn) {
        await (await ApiClient.signIn(product.url, person.username, person.password)).acceptTerms();
      }
      return { ...person, id };
    },
    async page(person, profileOptions) {
      const context = await browser.profile(profileOptions);
      profiles.add(context);
      if (person !== null) {
        const { username, password } = person;
        const known = sessions.get(username);
        const cookies = known ?? (await ApiClient.signIn(url, username, password)).cookies;
        sessions.set(username, cookies);
        await context.addCookies(
          cookies.split("; ").map((pair) => {
            const at = pair.indexOf("=");
            return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
          }),
        );
      }
      return context.newPage();
    },
    async clear() {
      await Promise.all([...profiles].map((context) => context.close()));
      profiles.clear();
    },
    async close() {
      await browser.close();
      await proxy.close();
      await product.dispose();
    },
  };
}

/** What a page asks of the API and what it is answered, in the order in which it happens: `> /path`, `< /path`. */
export function listenToApi(page: Page): string[] {
  const heard: string[] = [];
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  const isApi = (request: Request) => /^\/(api|core)\//.test(pathOf(request));
  page.on("request", (request) => {
    if (isApi(request)) heard.push(`> ${pathOf(request)}`);
  });
  page.on("response", (response) => {
    if (isApi(response.request())) heard.push(`< ${pathOf(response.request())}`);
  });
  return heard;
}

/** Address of a page below its origin. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}

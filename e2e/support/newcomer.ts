import type { BrowserContext, Locator, Page, Request, Response } from "playwright-core";
import { type OpenSshServer, passwordAccountsPossible } from "../../server/src/engine/testing/openssh.ts";
import { ConsolePerson } from "./console.ts";
import type { Hands } from "./hands.ts";
import { until } from "./world.ts";

/** What the newcomer reads in each language, on the way from the sign-in to the recording. */
const words = {
  en: {
    start: "Get started",
    addHost: "Add machine",
    address: "Address",
    port: "Port",
    username: "Username",
    sshKey: "SSH key",
    password: "Password",
    key: "SSH private key",
    addAndTest: "Add and test",
    give: "Grant access",
    connect: "Connect",
    watch: "Watch recording",
    allDone: /You have a recorded session/,
  },
  zh: {
    start: "快速开始",
    addHost: "添加主机",
    address: "地址",
    port: "端口",
    username: "用户名",
    sshKey: "SSH 密钥",
    password: "密码",
    key: "SSH 私钥",
    addAndTest: "添加并测试",
    give: "授权",
    connect: "连接",
    watch: "观看录像",
    allDone: /已有一个录制的会话/,
  },
  ja: {
    start: "はじめに",
    addHost: "マシンを追加",
    address: "アドレス",
    port: "ポート",
    username: "ユーザー名",
    sshKey: "SSH 鍵",
    password: "パスワード",
    key: "SSH 秘密鍵",
    addAndTest: "追加してテスト",
    give: "アクセス権を付与",
    connect: "接続",
    watch: "録画を再生",
    allDone: /録画されたセッションができました/,
  },
} as const;

/** A language of the newcomer. */
export type NewcomerLanguage = keyof typeof words;

/** Somebody who has seen nothing of the product yet, in front of an empty organization. */
export interface Newcomer {
  readonly page: Page;
  readonly url: string;
  readonly language: NewcomerLanguage;
  readonly hands: Hands;
  readonly sshd: OpenSshServer;
  readonly username: string;
  /** What they were given to sign in with, and what they choose instead. */
  readonly given: string;
  readonly chosen: string;
}

/** What the way took. */
export interface NewcomersWay {
  /** Buttons, links and inputs that were pressed or filled. */
  readonly acts: number;
  readonly seconds: number;
  /** Pages that were loaded. */
  readonly pages: number;
}

/** Hands that count. */
function counting(hands: Hands): Hands & { readonly acts: () => number } {
  let acts = 0;
  return {
    acts: () => acts,
    press: (target) => {
      acts += 1;
      return hands.press(target);
    },
    write: (target, text) => {
      acts += 1;
      return hands.write(target, text);
    },
  };
}

/** Counts the pages that the tabs of a profile load from now on; redirections lead to one. */
function countPages(profile: BrowserContext): () => number {
  let pages = 0;
  profile.on("response", (response: Response) => {
    const request = response.request();
    if (response.status() === 200 && request.isNavigationRequest() && isOfTab(request)) pages += 1;
  });
  return () => pages;
}

/** Whether a navigation is that of a tab; one that has just been opened has no frame yet. */
function isOfTab(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return true;
  }
}

/** The tab that an act opens. */
async function opened(page: Page, act: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent("page"), act()]);
  return tab;
}

const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole("button", { name, exact: true }).or(scope.getByRole("link", { name, exact: true }));

/**
 * The first hour in a minute: signs in with the given password, replaces it, adds a machine with an account, gives it
 * to themselves, works on it and watches the recording. Everything is found on the screen, nothing by its address.
 *
 * @param handsOf the hands for a tab, of those of the newcomer's kind
 */
export async function goNewcomersWay(
  newcomer: Newcomer,
  handsOf: (page: Page) => Hands,
): Promise<NewcomersWay> {
  const { page, url, sshd, username, given, chosen } = newcomer;
  const said = words[newcomer.language];
  const hands = counting(newcomer.hands);
  const pages = countPages(page.context());
  const begun = performance.now();
  const person = new ConsolePerson(page, url);
  await page.goto(`${url}/`);
  await hands.write(page.locator("#username"), username);
  await hands.write(page.locator("#password"), given);
  await hands.press(page.locator("button[type=submit]"));
  await hands.write(page.locator("#new_password"), chosen);
  await hands.write(page.locator("#confirm_password"), chosen);
  await hands.press(page.locator("button[type=submit]"));

  const guide = page.getByRole("region", { name: said.start });
  await hands.press(button(guide, said.addHost));
  const entry = page.getByRole("dialog", { name: said.addHost });
  const field = (label: string) => entry.getByLabel(label, { exact: true });
  await hands.write(field(said.address), "127.0.0.1");
  await hands.write(field(said.port), String(sshd.port));
  await hands.write(field(said.username), sshd.username);
  if (passwordAccountsPossible()) {
    await hands.write(entry.getByRole("textbox", { name: said.password, exact: true }), sshd.password);
  } else {
    await hands.press(entry.getByRole("radio", { name: said.sshKey }));
    await hands.write(field(said.key), sshd.privateKey);
  }
  await hands.press(button(entry, said.addAndTest));
  // The machine has answered when the next step is offered.
  await button(entry, said.give).waitFor();
  if ((await page.content()).includes(sshd.password === "" ? sshd.privateKey : sshd.password)) {
    throw new Error("the page still holds the secret of the account");
  }
  await hands.press(button(entry, said.give));
  const gift = page.getByRole("dialog", { name: said.give });
  await hands.press(button(gift, said.give));

  const connect = button(guide, said.connect);
  await connect.waitFor();
  const terminal = await opened(page, () => hands.press(connect));
  const inTerminal = new ConsolePerson(terminal, url);
  const dialog = terminal.getByRole("dialog");
  const theirs = counting(handsOf(terminal));
  await theirs.press(button(dialog, said.connect));
  await inTerminal.terminalShows("$");
  await terminal.keyboard.type("echo newcomer-$((40+2)); exit\n");
  await inTerminal.terminalShows("newcomer-42");

  const watch = button(guide, said.watch);
  await watch.waitFor();
  const player = await opened(page, () => hands.press(watch));
  await until(
    "the recording shows what was done",
    async () => (await player.locator(".luna-replay").textContent())?.replace(/\s+/g, " ") ?? "",
    (shown) => shown.includes("newcomer-42"),
    30,
  );
  const seconds = (performance.now() - begun) / 1000;
  await guide.getByText(said.allDone).waitFor();
  const complaints = [...person.complaints, ...inTerminal.complaints];
  if (complaints.length > 0) throw new Error(`the browser complained:\n${complaints.join("\n")}`);
  return { acts: hands.acts() + theirs.acts(), seconds, pages: pages() };
}

/** The line that tells what the way took. */
export const newcomerLine = (how: string, { acts, seconds, pages }: NewcomersWay): string =>
  `newcomer (${how}): ${acts} clicks and entries, ${Math.round(seconds)} s, ${pages} pages`;

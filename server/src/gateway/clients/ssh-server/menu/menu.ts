import { type Language, withParameters } from "../../../../engine/i18n/index.ts";
import type { AssetChoice } from "../../../ports.ts";
import { chooseGrant } from "../choose.ts";
import type { TerminalDialog } from "../dialog.ts";
import { openShell } from "../open-shell.ts";
import type { NodeChoice, SshServerSettings } from "../ports.ts";
import { layTable } from "../table.ts";
import { harmless } from "../text-width.ts";
import { serverText } from "../texts.ts";
import { AssetPages, type Listing, rowsOfPage } from "./asset-pages.ts";
import { type ListKind, type MenuInput, readMenuInput } from "./input.ts";
import { menuText as text } from "./texts.ts";

/** Lines that are remembered for the cursor keys. */
const mostHistory = 100;

/** ID, name and address are in any window. */
const essentialColumns = 3;

/** Most nodes a tree shows. */
const mostNodes = 2000;

const languageAfter: Readonly<Record<Language, Language>> = { en: "zh", zh: "ja", ja: "en" };

const lists: Readonly<Record<ListKind, { readonly listing: Listing; readonly prompt: string }>> = {
  assets: { listing: { terms: [] }, prompt: "[Host]> " },
  hosts: { listing: { terms: [], categories: ["host"] }, prompt: "[Host]> " },
  databases: { listing: { terms: [], categories: ["database"] }, prompt: "[DB]> " },
  clusters: { listing: { terms: [], categories: ["cloud"] }, prompt: "[K8S]> " },
  favorites: { listing: { terms: [], favorites: true }, prompt: "[Host]> " },
};

/**
 * The menu: lists, searches and connects until the person leaves. Contract: docs/contract/ssh.md, "Menu".
 *
 * @throws DialogEnded when the client has gone or was idle for too long
 */
export async function runMenu(dialog: TerminalDialog): Promise<void> {
  await new Menu(dialog).run();
}

class Menu {
  readonly #dialog: TerminalDialog;
  readonly #pages: AssetPages;
  readonly #history: string[] = [];
  #list: ListKind = "assets";
  #prompt = "Opt> ";
  #nodes: readonly NodeChoice[] = [];

  constructor(dialog: TerminalDialog) {
    this.#dialog = dialog;
    const { context, principal } = dialog.program.connection;
    const { sshServer } = context.ports;
    this.#pages = new AssetPages(
      async (search) =>
        sshServer.findAssets(principal, { ...search, sortBy: (await sshServer.settings()).sortBy }),
      lists.assets.listing,
    );
  }

  async run(): Promise<void> {
    await this.#help();
    for (;;) {
      const answer = await this.#dialog.read(this.#prompt, { history: this.#history });
      // Ctrl+C takes back what was typed, as in a shell; Ctrl+D leaves.
      if (answer.kind === "cancelled") continue;
      if (answer.kind === "ended") return this.#dialog.say(text.goodbye);
      const line = answer.text;
      if (line.trim() !== "" && this.#history.at(-1) !== line) this.#history.push(line);
      if (this.#history.length > mostHistory) this.#history.shift();
      const input = readMenuInput(line);
      if (input.kind === "leave") return this.#dialog.say(text.goodbye);
      await this.#runInput(input);
    }
  }

  async #runInput(input: Exclude<MenuInput, { kind: "leave" }>): Promise<void> {
    switch (input.kind) {
      case "next":
        if (this.#pages.shown !== null) this.#pages.turn(1);
        return this.#show();
      case "previous":
        this.#pages.turn(-1);
        return this.#show();
      case "list":
        return this.#open(input.list);
      case "tree":
        return this.#tree();
      case "node":
        return this.#node(input.number);
      case "number": {
        const asset = this.#pages.row(input.number);
        return asset === undefined ? this.#search(input.text, true) : this.#connect(asset);
      }
      case "search":
        return this.#search(input.text, input.connects, input.within);
      case "refresh":
        this.#nodes = [];
        this.#pages.list(lists[this.#list].listing);
        this.#dialog.say(text.refreshed);
        return;
      case "language":
        return this.#changeLanguage();
      case "help":
        return this.#help();
    }
  }

  async #open(list: ListKind): Promise<void> {
    this.#list = list;
    this.#prompt = lists[list].prompt;
    this.#pages.list(lists[list].listing);
    await this.#show();
  }

  async #search(words: string, connects: boolean, within = false): Promise<void> {
    const { listing } = this.#pages;
    const base = within ? listing : { ...lists[this.#list].listing };
    const terms = words === "" ? [] : [words];
    this.#pages.list({ ...base, terms: within ? [...listing.terms, ...terms] : terms });
    const { rows, total } = await this.#pages.read(await this.#rowsPerPage());
    const [only] = rows;
    if (connects && only !== undefined) {
      const named = rows.filter(({ name, address }) => name === words || address === words);
      const [exact] = named;
      if (total === 1) return this.#connect(only);
      if (this.#list === "assets" && named.length === 1 && exact !== undefined) return this.#connect(exact);
    }
    if (total === 0) this.#dialog.say(withParameters(text.nothingFound, { text: harmless(words) }));
    else await this.#show();
  }

  async #connect(asset: AssetChoice): Promise<void> {
    const grant = await chooseGrant(this.#dialog, "shell", { asset: asset.id });
    if (grant === null) return;
    await openShell(this.#dialog, grant);
    this.#dialog.write("\n");
  }

  #settings(): Promise<SshServerSettings> {
    return this.#dialog.program.connection.context.ports.sshServer.settings();
  }

  async #rowsPerPage(): Promise<number> {
    return rowsOfPage((await this.#settings()).pageSize, this.#dialog.size.rows);
  }

  async #show(): Promise<void> {
    const { rows, first, page, pages, total } = await this.#pages.read(await this.#rowsPerPage());
    if (total === 0) {
      this.#dialog.say(this.#list === "favorites" ? text.noFavorites : text.nothing);
      return;
    }
    const headings = [
      serverText.id,
      serverText.name,
      serverText.address,
      serverText.protocolsColumn,
      serverText.platform,
      serverText.organization,
      serverText.comment,
    ].map((heading) => this.#dialog.translate(heading));
    const cells = rows.map((row, index) => [
      String(first + index),
      row.name,
      row.address,
      row.protocols.join(" "),
      row.platform,
      row.organization,
      row.comment,
    ]);
    this.#dialog.write(layTable(headings, cells, this.#dialog.size.cols, essentialColumns));
    this.#dialog.say(
      pages === 1
        ? withParameters(text.onlyPageLine, { total })
        : withParameters(text.pageLine, { page, pages, total }),
    );
  }

  async #tree(): Promise<void> {
    const { context, principal } = this.#dialog.program.connection;
    this.#nodes = (await context.ports.sshServer.nodes(principal)).slice(0, mostNodes);
    if (this.#nodes.length === 0) return this.#dialog.say(text.noNodes);
    const lines = this.#nodes.map(({ key, name, assets }, index) => {
      const depth = key.split(":").length - 1;
      return `${"  ".repeat(depth)}${index + 1}.${harmless(name)}(${assets})\n`;
    });
    this.#dialog.write(lines.join(""));
    this.#dialog.say(text.treeHelp);
  }

  async #node(number: number): Promise<void> {
    if (this.#nodes.length === 0) {
      const { context, principal } = this.#dialog.program.connection;
      this.#nodes = (await context.ports.sshServer.nodes(principal)).slice(0, mostNodes);
    }
    const node = this.#nodes[number - 1];
    if (node === undefined) return this.#dialog.say(text.noSuchNode);
    this.#pages.list({ terms: [], nodeId: node.id });
    await this.#show();
  }

  async #changeLanguage(): Promise<void> {
    const { context, principal } = this.#dialog.program.connection;
    this.#dialog.language = languageAfter[this.#dialog.language];
    await context.ports.sshServer.rememberLanguage(principal, this.#dialog.language);
    await this.#help();
  }

  async #help(): Promise<void> {
    const { principal } = this.#dialog.program.connection;
    const { title } = await this.#settings();
    const welcome = withParameters(text.welcome, { name: harmless(principal.name), title: harmless(title) });
    const lines = [
      text.helpSearch,
      text.helpSlash,
      text.helpNumber,
      text.helpAssets,
      text.helpFavorites,
      text.helpTree,
      text.helpKinds,
      text.helpPages,
      text.helpRefresh,
      text.helpLanguage,
      text.helpHelp,
      text.helpLeave,
    ].map((line) => `  ${this.#dialog.translate(line)}\n`);
    this.#dialog.write(`\n  ${this.#dialog.translate(welcome)}\n\n`);
    this.#dialog.say(text.helpHeading);
    this.#dialog.write(lines.join(""));
  }
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { type Language, translate } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import type { GatewayContext } from "../../open-session.ts";
import type { GatewayPrincipal } from "../../ports.ts";
import { isOfAnotherSite } from "../web-terminal/origin.ts";
import { archiving } from "./archive.ts";
import { browsing } from "./browse.ts";
import type { Call, Command } from "./call.ts";
import { changing } from "./change.ts";
import { isOf, type ManagerConnection, type OpenManagers } from "./connection.ts";
import { contents } from "./content.ts";
import { copying } from "./copy.ts";
import { closedFailure, FileFailure, failureFrom, failureStatus } from "./failure.ts";
import { readForm } from "./form.ts";
import { managerText } from "./texts.ts";

/** `abort`: gives up a request that is under way, by the id it was sent with. */
const abort: Command = async ({ connection, form }) => {
  connection.running.get(form.values.get("id") ?? "")?.abort();
  return { error: 0 };
};

const commands: Readonly<Record<string, Command>> = {
  ...browsing,
  ...changing,
  ...contents,
  ...copying,
  ...archiving,
  abort,
};

/** Failures that are no answer of the target: a client is told them by their status too. */
const ownFailures: ReadonlySet<string> = new Set([
  "bad_request",
  "closed",
  "unknown_command",
  "cross_site",
  "internal",
]);

/** How long somebody's sign-in counts without another look, in milliseconds, and how many are remembered. */
const knownFor = 1000;
const mostKnown = 1000;

/** Answers the requests of file managers. Contract: docs/contract/file-manager.md, section 2. */
export class ManagerRequests {
  readonly #context: Pick<GatewayContext, "ports" | "siteUrl">;
  readonly #managers: OpenManagers;
  readonly #known = new Map<
    string,
    { readonly principal: Promise<GatewayPrincipal | null>; readonly until: number }
  >();

  constructor(context: Pick<GatewayContext, "ports" | "siteUrl">, managers: OpenManagers) {
    this.#context = context;
    this.#managers = managers;
  }

  /** Answers one request. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // What becomes of an upload that breaks off is told to who reads it.
    request.on("error", () => undefined);
    response.setHeader("cache-control", "no-store");
    response.setHeader("x-content-type-options", "nosniff");
    let language: Language = "en";
    try {
      const principal = await this.#principal(request);
      if (principal === null) {
        answer(response, 401, { error: ["errAccess"] });
        return;
      }
      language = principal.language;
      await this.#serve(request, response, principal);
    } catch (error) {
      this.#fail(request, response, error, language);
    }
  }

  /** Who sends it. A folder of small files is a request for each: within moments the same cookie is not looked up again. */
  #principal({ headers, url = "/", socket }: IncomingMessage): Promise<GatewayPrincipal | null> {
    const remoteAddress = socket.remoteAddress ?? "";
    const key = JSON.stringify([
      headers.cookie,
      remoteAddress,
      headers["x-forwarded-for"],
      headers["accept-language"],
    ]);
    const known = this.#known.get(key);
    if (known !== undefined && known.until > Date.now()) return known.principal;
    if (this.#known.size >= mostKnown) this.#known.clear();
    const principal = this.#context.ports.authenticate({ headers, url, remoteAddress });
    this.#known.set(key, { principal, until: Date.now() + knownFor });
    principal.catch(() => this.#known.delete(key));
    return principal;
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    principal: GatewayPrincipal,
  ): Promise<void> {
    const [pathname = "", search = ""] = (request.url ?? "/").split("?", 2);
    if (!/^\/koko\/elfinder\/connector\/[^/]{1,100}\/?$/.test(pathname)) {
      answer(response, 404, {});
      return;
    }
    const { headers } = request;
    if (isOfAnotherSite(headers, this.#context.siteUrl)) {
      throw new FileFailure("cross_site", managerText.crossSite);
    }
    const query = new URLSearchParams(search);
    // The id is a secret of the page that opened the connection: no other site can have one.
    const sid = query.get("sid") ?? [headers["jms-koko-request-id"]].flat()[0] ?? "";
    const known = sid === "" ? null : this.#managers.get(sid);
    const form = await readForm(request, query);
    const connection = known ?? this.#managers.get(form.values.get("sid") ?? "");
    if (connection === undefined || !isOf(connection, principal)) throw closedFailure();
    await this.#run(connection, { form, request, response });
  }

  async #run(
    connection: ManagerConnection,
    { form, request, response }: Pick<Call, "form" | "request" | "response">,
  ): Promise<void> {
    const { files } = connection;
    if (files === null) throw closedFailure();
    const name = form.values.get("cmd") ?? "";
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw new FileFailure("unknown_command", managerText.unknownCommand);
    const given = new AbortController();
    const id = form.values.get("reqid") ?? "";
    if (id !== "") connection.running.set(id, given);
    const gone = () => given.abort();
    response.once("close", gone);
    connection.gone.addEventListener("abort", gone, { once: true });
    try {
      const call: Call = { connection, ...files, form, request, response, signal: given.signal };
      const answered = await command(call);
      if (answered !== null) answer(response, 200, answered);
    } finally {
      response.off("close", gone);
      connection.gone.removeEventListener("abort", gone);
      if (connection.running.get(id) === given) connection.running.delete(id);
    }
  }

  #fail(request: IncomingMessage, response: ServerResponse, error: unknown, language: Language): void {
    if (response.destroyed) return;
    const known = failureFrom(error);
    if (known === null) log.error({ err: error }, "a request of a file manager failed");
    const failure = known ?? new FileFailure("internal", managerText.internal);
    const body = { error: [translate(failure.detail, language)], code: failure.code, ...failure.extra };
    if (!response.headersSent) {
      // Not kept, see below: a client that is not told sends its next request into the end of the connection.
      if (!request.complete) response.setHeader("connection", "close");
      answer(response, ownFailures.has(failure.code) ? failureStatus[failure.code] : 200, body);
    } else if (String(response.getHeader("content-type")).startsWith("application/x-ndjson")) {
      response.end(`${JSON.stringify(body)}\n`);
    } else {
      // Content that ends early must not look complete.
      response.destroy();
    }
    // What is left of a body nobody reads would keep the connection.
    if (!request.complete) response.once("finish", () => request.destroy());
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

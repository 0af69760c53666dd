import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { anonymous } from "../access/rules.ts";
import type { FieldCipher } from "../secrets/field-cipher.ts";
import { cookieNames } from "./cookies.ts";

/** Where the built console and the server's own static files lie. */
export interface StaticFolders {
  readonly console: string;
  /** The first that has a file answers. */
  readonly static: readonly string[];
}

/** What pages carry that differs between installations and requests. */
export interface PageSources {
  readonly cipher: FieldCipher;
  /** Hosts whose pages a caller's terminal page may show in frames, as a content security policy names them. */
  frameHosts(request: FastifyRequest): Promise<readonly string[]>;
}

const why = anonymous("static files of the product hold no data; the pages ask the API for everything");

/**
 * What a page of the console may load. Its scripts are files of ours; styles carry the nonce of the response.
 *
 * @param frames hosts whose pages the terminal page may show in frames
 */
export const consolePolicy = (nonce: string, terminal: boolean, frames: readonly string[] = []): string =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Colours of a terminal's cells are attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    // The terminal page hands connections to programs of the person's own.
    terminal ? ["frame-src 'self' jms:", ...frames].join(" ") : "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    terminal ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
    "object-src 'none'",
  ].join("; ");

/** Serves `/static/`, the console at `/ui/` and the terminal page at `/luna/`. */
export async function serveStaticFiles(
  fastify: FastifyInstance,
  folders: StaticFolders,
  sources: PageSources,
): Promise<void> {
  await fastify.register(fastifyStatic, {
    root: [...folders.static],
    serve: false,
    preCompressed: true,
    dotfiles: "ignore",
  });
  files(fastify, "/static", null, { maxAge: "1h" });
  if (!existsSync(join(folders.console, "index.html"))) return;
  // Names carry a hash of the content: a browser asks once, and for the whole.
  files(fastify, "/ui/assets", join(folders.console, "assets"), {
    maxAge: "365d",
    immutable: true,
    etag: false,
    lastModified: false,
    acceptRanges: false,
  });
  serveOwnTheme(fastify, join(folders.console, "theme"));
  page(fastify, "/ui", join(folders.console, "index.html"), false, sources);
  page(fastify, "/luna", join(folders.console, "luna.html"), true, sources);
}

/** Serves a folder, or for null the static ones together. */
function files(
  fastify: FastifyInstance,
  prefix: string,
  root: string | null,
  caching: Pick<FastifyStaticOptions, "maxAge" | "immutable" | "etag" | "lastModified" | "acceptRanges">,
): void {
  fastify.get(`${prefix}/*`, { config: { access: why } }, (request, reply) => {
    const { "*": path } = request.params as { "*": string };
    return root === null ? reply.sendFile(path, caching) : reply.sendFile(path, root, caching);
  });
}

/**
 * Style sheets a console brings with it, as consoles built elsewhere do, go before the server's own of these names.
 * Contract: docs/contract/conventions.md, "Theme".
 */
function serveOwnTheme(fastify: FastifyInstance, folder: string): void {
  const sheets = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".css")) : [];
  const paths = new Map(sheets.map((name) => [`/ui/theme/${name}`, name]));
  fastify.addHook("onRequest", async (request, reply) => {
    const [path = ""] = request.url.split("?");
    const name = paths.get(path);
    return name === undefined ? undefined : reply.sendFile(name, folder, { maxAge: "1h" });
  });
}

function page(
  fastify: FastifyInstance,
  base: string,
  file: string,
  terminal: boolean,
  { cipher, frameHosts }: PageSources,
): void {
  const source = readFileSync(file, "utf8");
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString("base64");
    const key = await cipher.publicKeyCookie();
    const frames = terminal ? await frameHosts(request) : [];
    return reply
      .header("content-security-policy", consolePolicy(nonce, terminal, frames))
      .header("x-frame-options", terminal ? "SAMEORIGIN" : "DENY")
      .header("cache-control", "no-store")
      .setCookie(cookieNames.publicKey, key, { path: "/", sameSite: "lax", encode: (text) => text })
      .type("text/html; charset=utf-8")
      .send(source.replaceAll("__CSP_NONCE__", nonce));
  };
  const config = { access: why };
  fastify.get(base, { config }, (_request, reply) => reply.redirect(`${base}/`));
  fastify.get(`${base}/`, { config }, send);
  fastify.get(`${base}/*`, { config }, send);
}

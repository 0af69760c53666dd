import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { BadRequest, NotFound } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { assetsTable, connectionFacts, platformProtocolsTable } from "../../assets/index.ts";
import { endpointText } from "../../endpoints/index.ts";
import { findOfferedMethod } from "../component-methods.ts";
import type { ConnectMethod } from "../connect-methods.ts";
import { text } from "../texts.ts";
import { type ClientEndpoint, clientEndpoint } from "./endpoint.ts";
import { type ClientFile, desktopOptions, plainName, rdpFile } from "./rdp-file.ts";
import { grantOfToken, type TokenGrant, takeToken } from "./take-token.ts";
import { valueContext } from "./token-values.ts";

/** What is protocol `rdp` on the wire of the client, whatever the target speaks. */
const desktop = "rdp";

/** Whether a method opens a desktop client with a file. */
const takesFile = ({ value, type }: ConnectMethod): boolean => value === "mstsc" || type === "applet";

/** A token of the caller's that can still be used, with what it stands for now. */
async function ownGrant(context: CallerContext, id: string): Promise<TokenGrant> {
  const { services, db, principal, remoteAddress } = context;
  const found = isUuid(id)
    ? await db
        .selectFrom("connection_tokens")
        .select("id")
        .where("id", "=", id)
        .where("user_id", "=", principal.id)
        .where("date_expired", ">", new Date())
        .executeTakeFirst()
    : undefined;
  if (found === undefined) throw new NotFound(text.connectionToken);
  const token = await takeToken(db, { tokenId: id, userId: principal.id, how: "look" });
  return grantOfToken(services, db, token, remoteAddress);
}

/** Whether the platform of an asset wants the session of the console for its desktop. */
async function isConsole({ db }: CallerContext, assetId: string): Promise<boolean> {
  const { rows } = await sql<{ console: boolean | null }>`
    select (s.setting ->> 'console')::boolean as console from ${assetsTable} a
    join ${platformProtocolsTable} s on s.platform_id = a.platform_id and s.name = ${desktop}
    where a.id = ${assetId}::uuid and jsonb_typeof(s.setting -> 'console') = 'boolean'
  `.execute(db);
  return rows[0]?.console === true;
}

/** Where a client connects to for what is granted. */
async function endpointFor(
  context: CallerContext,
  { granted }: TokenGrant,
  protocol: string,
): Promise<ClientEndpoint> {
  const endpoint = await clientEndpoint(context, { asset: granted.asset, protocol });
  if (endpoint !== null) return endpoint;
  const refusal = withParameters(endpointText.notOffered, { protocol });
  throw new BadRequest("endpoint_missing", refusal, { error: translate(refusal, context.language) });
}

async function desktopFile(context: CallerContext, grant: TokenGrant): Promise<ClientFile> {
  const { token, granted } = grant;
  return rdpFile({
    endpoint: await endpointFor(context, grant, desktop),
    tokenId: token.id,
    username: context.principal.username,
    assetName: granted.asset.name,
    actions: granted.account.actions,
    isConsole: await isConsole(context, granted.asset.id),
    options: desktopOptions(context.query),
  });
}

const refused = ({ language }: CallerContext, message: Message): RouteAnswer => ({
  status: 400,
  body: { error: translate(message, language) },
});

/** Desktop clients of some systems read their files in the system's own letters, unless configured otherwise. */
const encoded = (content: string): Buffer =>
  /^[\t\r\n\x20-\x7e]*$/.test(content) ? Buffer.from(content) : Buffer.from(`\ufeff${content}`, "utf16le");

async function answerFile(context: CallerContext, id: string): Promise<RouteAnswer> {
  const grant = await ownGrant(context, id);
  if (grant.token.protocol !== desktop) {
    const { protocol } = grant.token;
    return refused(context, withParameters(text.noDesktopFile, { protocol }));
  }
  const { name, content } = await desktopFile(context, grant);
  return {
    body: encoded(content),
    type: "application/x-rdp",
    headers: { "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}` },
  };
}

/** Facts of an asset that a client program shows or needs. */
async function assetFacts(context: CallerContext, { granted }: TokenGrant): Promise<Json> {
  const { id, category, type, name, address } = granted.asset;
  const facts = await connectionFacts(context, id);
  return { id, category, type, name, address, info: facts?.spec_info ?? {} };
}

/** The moment as it is in the title of a client's window. */
function stamp(timeZone: string): string {
  const parts = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  return parts.format(new Date()).replace(" ", "_");
}

async function launchOf(context: CallerContext, grant: TokenGrant, method: ConnectMethod): Promise<Json> {
  const { services, timeZone } = context;
  const { token, granted } = grant;
  const value = services.secrets.open(token.value_sealed, valueContext(token.id));
  const launch = {
    version: 2,
    id: token.id,
    value,
    name: plainName(`${token.account}@${granted.asset.name}[${stamp(timeZone)}]`),
    protocol: token.protocol,
    token: { id: token.id, value },
    file: {},
    command: "",
  };
  if (takesFile(method)) {
    const { name, content } = await desktopFile(context, grant);
    return { ...launch, protocol: desktop, file: { name, content } };
  }
  // Where a browser does the work the site is what is connected to.
  const spoken = method.endpointProtocol === "http" ? "http" : token.protocol;
  const { host, port } = await endpointFor(context, grant, spoken);
  return { ...launch, asset: await assetFacts(context, grant), endpoint: { host, port } };
}

async function answerUrl(context: CallerContext, id: string): Promise<RouteAnswer> {
  const grant = await ownGrant(context, id);
  const { protocol, connect_method } = grant.token;
  const method = await findOfferedMethod(context.db, protocol, connect_method);
  if (method === undefined) {
    const named = { protocol, method: connect_method };
    return refused(context, withParameters(text.methodUnsupported, named));
  }
  const launch = await launchOf(context, grant, method);
  log.info({ user: context.principal.id, token: id }, "a connection token was given to a client program");
  return { body: { url: `jms://${Buffer.from(JSON.stringify(launch)).toString("base64")}` } };
}

/**
 * What a person's own programs are started with. Contract: docs/contract/sessions.md, section 8, "Client programs".
 */
export const clientProgramRoutes: readonly RouteDeclaration[] = ["authentication", "users"].flatMap((app) => {
  const shared = {
    methods: ["GET", "POST"] as const,
    access: permission("authentication.add_connectiontoken"),
    // Nothing is changed: POST is what older clients send.
    transaction: false,
  };
  const path = `/api/v1/${app}/connection-token/:id`;
  return [
    {
      ...shared,
      path: `${path}/rdp-file/`,
      title: "Rdp File",
      produces: "application/x-rdp",
      handle: (context, { params }) => answerFile(caller(context), params.id ?? ""),
    },
    {
      ...shared,
      path: `${path}/client-url/`,
      title: "Client Url",
      handle: (context, { params }) => answerUrl(caller(context), params.id ?? ""),
    },
  ] satisfies RouteDeclaration[];
});

import { componentsWithPage, protocolsByComponent } from "@sallyport/contract/components";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import { isHeard } from "./components/load-rule.ts";
import { type ConnectMethod, findConnectMethod, type Methods } from "./connect-methods.ts";
import { text } from "./texts.ts";

const forProtocols = (protocols: readonly string[], methods: readonly ConnectMethod[]): Methods =>
  Object.fromEntries(protocols.map((protocol) => [protocol, methods]));

const page = (component: string): ConnectMethod => ({
  value: "web_gui",
  label: text.webGui,
  component,
  type: "web",
  endpointProtocol: "http",
});

const program = (component: string, value: string, label: Message, protocol: string): ConnectMethod => ({
  value,
  label,
  component,
  type: "native",
  endpointProtocol: protocol,
});

const databaseMethods = (protocol: string): readonly ConnectMethod[] => [
  { ...program("magnus", "db_client", text.dbClient, protocol), needsDesktop: true },
  program("magnus", "db_guide", text.dbGuide, protocol),
];

/**
 * What components made elsewhere carry, by their type, as the contract has it. A component of type `koko` adds nothing:
 * this installation's own gateway stands at its address.
 */
const carriedByType: Readonly<Record<string, Methods>> = {
  ...Object.fromEntries(
    componentsWithPage.map((type) => [type, forProtocols(protocolsByComponent[type], [page(type)])]),
  ),
  magnus: Object.fromEntries(
    protocolsByComponent.magnus.map((protocol) => [protocol, databaseMethods(protocol)]),
  ),
  razor: forProtocols(protocolsByComponent.razor, [program("razor", "mstsc", text.remoteDesktop, "rdp")]),
};

/** Which components count: those heard of lately, or all that are registered. */
type Counted = "alive" | "registered";

/** The methods that registered components bring. */
export async function componentMethods(db: Kysely<Database>, counted: Counted): Promise<Methods> {
  const { rows } = await sql<{ type: string }>`
    select distinct t.type from terminals t
    where not t.is_own and not t.is_deleted and t.type = any(${Object.keys(carriedByType)}::text[])
      and (${counted === "registered"} or ${isHeard})
  `.execute(db);
  const types = new Set(rows.map(({ type }) => type));
  const methods: Record<string, readonly ConnectMethod[]> = {};
  for (const [type, carried] of Object.entries(carriedByType)) {
    if (!types.has(type)) continue;
    for (const [protocol, list] of Object.entries(carried)) {
      methods[protocol] = [...(methods[protocol] ?? []), ...list];
    }
  }
  return methods;
}

/** Whether any registered component has a page that the connect page shows. */
export async function hasComponentPages(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from terminals t
    where not t.is_own and not t.is_deleted and t.type = any(${[...componentsWithPage]}::text[]) limit 1
  `.execute(db);
  return rows.length > 0;
}

/** The method `value` of `protocol` that this installation or a component that is alive offers; undefined: none does. */
export async function findOfferedMethod(
  db: Kysely<Database>,
  protocol: string,
  value: string,
): Promise<ConnectMethod | undefined> {
  const own = findConnectMethod(protocol, value);
  if (own !== undefined) return own;
  const isKnown = Object.values(carriedByType).some(
    (carried) => Object.hasOwn(carried, protocol) && carried[protocol]?.some((one) => one.value === value),
  );
  if (!isKnown) return undefined;
  return (await componentMethods(db, "alive"))[protocol]?.find((method) => method.value === value);
}

/**
 * The way a session was most likely opened: sessions keep the client and the protocol. By the SSH server `ssh_guide` is
 * not told from `ssh_client`, nor a guide of a database from its client. Null: by none that is known.
 */
export function methodOfSession({
  login_from: client,
  protocol,
}: {
  readonly login_from: string;
  readonly protocol: string;
}): string | null {
  const isFiles = protocol === "sftp";
  if (client === "ST") return isFiles ? "sftp_client" : "ssh_client";
  const type = client === "WT" ? "web" : "native";
  const carried = Object.values(carriedByType)
    .flatMap((methods) => (Object.hasOwn(methods, protocol) ? (methods[protocol] ?? []) : []))
    .find((method) => method.type === type);
  if (carried !== undefined) return carried.value;
  if (client !== "WT") return null;
  return isFiles ? "web_sftp" : "web_cli";
}

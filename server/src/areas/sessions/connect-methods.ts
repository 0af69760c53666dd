import { signedIn } from "../../engine/access/index.ts";
import type { RouteDeclaration } from "../../engine/http/index.ts";
import { type Language, type Message, translate } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { type Field, text as textField } from "../../engine/resource/index.ts";
import { hiddenConnectMethods } from "../acls/index.ts";
import { text } from "./texts.ts";

/** One way to open a session. */
export interface ConnectMethod {
  readonly value: string;
  readonly label: Message;
  readonly component: string;
  readonly type: "web" | "native" | "applet";
  readonly endpointProtocol: string;
  /** Whether it starts a program that people have on computers, and not on phones. */
  readonly needsDesktop?: boolean;
}

const webCli: ConnectMethod = {
  value: "web_cli",
  label: text.webCli,
  component: "koko",
  type: "web",
  endpointProtocol: "http",
};

const webSftp: ConnectMethod = { ...webCli, value: "web_sftp", label: text.webSftp };

const native = (value: string, label: Message): ConnectMethod => ({
  value,
  label,
  component: "koko",
  type: "native",
  endpointProtocol: "ssh",
});

const sshClient: ConnectMethod = { ...native("ssh_client", text.sshClient), needsDesktop: true };
const sftpClient = native("sftp_client", text.sftpClient);
const sshGuide = native("ssh_guide", text.sshGuide);

/** What the gateway carries, by protocol. A protocol is listed only when it really connects. */
const methods: Readonly<Record<string, readonly ConnectMethod[]>> = {
  ssh: [webCli, sshClient, sshGuide],
  telnet: [webCli, sshClient, sshGuide],
  sftp: [webSftp, sftpClient],
};

/** The protocols that can be opened in a way. */
export const carriedProtocols = (method: string): readonly string[] =>
  Object.keys(methods).filter((protocol) => findConnectMethod(protocol, method) !== undefined);

/**
 * The way a session was most likely opened: sessions keep the client and the protocol. By the SSH server `ssh_guide` is
 * not told from `ssh_client`. Null: by one the gateway does not carry.
 */
export function methodOfSession({
  login_from: client,
  protocol,
}: {
  readonly login_from: string;
  readonly protocol: string;
}): string | null {
  if (client === "WT") return protocol === "sftp" ? webSftp.value : webCli.value;
  if (client !== "ST") return null;
  return protocol === "sftp" ? sftpClient.value : sshClient.value;
}

/** The way named `value` of opening `protocol`; undefined when there is none. */
export function findConnectMethod(protocol: string, value: string): ConnectMethod | undefined {
  return Object.hasOwn(methods, protocol)
    ? methods[protocol]?.find((method) => method.value === value)
    : undefined;
}

const present = (
  { component, type, endpointProtocol, value, label }: ConnectMethod,
  language: Language,
): Json => ({
  component,
  type,
  endpoint_protocol: endpointProtocol,
  value,
  label: translate(label, language),
});

/** A way of connecting as components are told it; null for one that is not there any more. */
export function presentConnectMethod(protocol: string, value: string, language: Language): Json {
  const method = findConnectMethod(protocol, value);
  if (method === undefined) return null;
  const { type, component } = method;
  return { label: translate(method.label, language), value, type, component };
}

const told = (label: Message): Field => textField({ label, required: true, maxLength: 128 });

const fields: Readonly<Record<string, Field>> = {
  value: told(text.value),
  label: told(text.label),
  type: told(text.type),
  endpoint_protocol: told(text.endpointProtocol),
  component: told(text.component),
};

/** Systems whose people have programs of their own. */
const desktops: readonly string[] = ["windows", "mac", "linux"];

/** The system a browser says it runs on; `unknown` for phones, and for whatever does not say. */
function systemOf(userAgent: string): string {
  if (/Android|iPhone|iPad|Mobile/i.test(userAgent)) return "unknown";
  if (/Windows/i.test(userAgent)) return "windows";
  if (/Macintosh|Mac OS X/i.test(userAgent)) return "mac";
  return /Linux|X11|CrOS/i.test(userAgent) ? "linux" : "unknown";
}

const none: ReadonlySet<string> = new Set();

/** How sessions can be opened. Contract: docs/contract/sessions.md, section 6. */
export const connectMethodsRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/terminal/components/connect-methods/",
  access: signedIn(),
  title: "Connect Method List Api",
  fields: { GET: fields },
  handle: async ({ query, language, services, principal }, { headers }) => {
    const isFlat = query.get("flat") === "1";
    const system = query.get("os") ?? systemOf(headers["user-agent"] ?? "");
    // Anyone who writes rules about methods writes them for everybody's system.
    const hasDesktop = isFlat || desktops.includes(system);
    const isServed = await services.settings.get<boolean>("TERMINAL_KOKO_SSH_ENABLED");
    const hidden = isFlat || principal === null ? none : await hiddenConnectMethods(services, principal.id);
    const offered = Object.entries(methods)
      .map(
        ([protocol, list]) =>
          [
            protocol,
            list.filter(
              ({ value, type, needsDesktop }) =>
                !hidden.has(value) &&
                (isServed || type !== "native") &&
                (hasDesktop || needsDesktop !== true),
            ),
          ] as const,
      )
      .filter(([, list]) => list.length > 0);
    if (isFlat) {
      const distinct = new Map(offered.flatMap(([, list]) => list).map((method) => [method.value, method]));
      return { body: [...distinct.values()].map((method) => present(method, language)) };
    }
    return {
      body: Object.fromEntries(
        offered.map(([protocol, list]) => [protocol, list.map((method) => present(method, language))]),
      ),
    };
  },
};

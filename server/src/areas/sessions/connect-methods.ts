import type { Message } from "../../engine/i18n/index.ts";
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

/** Methods by protocol. */
export type Methods = Readonly<Record<string, readonly ConnectMethod[]>>;

/** What the gateway carries, by protocol. A protocol is listed only when it really connects. */
export const ownMethods: Methods = {
  ssh: [webCli, sshClient, sshGuide],
  telnet: [webCli, sshClient, sshGuide],
  sftp: [webSftp, sftpClient],
};

/** The protocols that can be opened in a way. */
export const carriedProtocols = (method: string): readonly string[] =>
  Object.keys(ownMethods).filter((protocol) => findConnectMethod(protocol, method) !== undefined);

/** The way named `value` in which the gateway opens `protocol`; undefined when there is none. */
export function findConnectMethod(protocol: string, value: string): ConnectMethod | undefined {
  return Object.hasOwn(ownMethods, protocol)
    ? ownMethods[protocol]?.find((method) => method.value === value)
    : undefined;
}

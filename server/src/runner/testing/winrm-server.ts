import { randomUUID, X509Certificate } from "node:crypto";
import {
  createServer as createHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Element } from "@xmldom/xmldom";
import { escapedXml, parseStrictXml } from "../../engine/strict-xml.ts";
import { testCertificate } from "../../testing/certificate.ts";
import { channelBindingOf } from "../ntlm/channel-binding.ts";
import { sealBody, sealedType, soapType, unsealBody } from "../winrm/encrypted-body.ts";
import { names } from "../winrm/envelopes.ts";
import { NtlmAcceptor, type NtlmGuest } from "./ntlm-acceptor.ts";
import { readsInput, windowsAnswer } from "./windows-commands.ts";

/** An answer on its way. */
export interface WinrmAnswer {
  /** `challenge`, `signed-in`, or what was asked for: `Create`, `Command`, `Send`, `Receive`, `Signal`, `Delete`. */
  readonly step: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As it is sent. */
  readonly body: Buffer;
  /** As it is before it is sealed. */
  readonly envelope: string;
}

/** How a server behaves. */
export interface WinrmServerOptions {
  /** Passwords by name, `DOMAIN\name` or `name@domain`; it keeps what it is told. */
  readonly passwords: Map<string, string>;
  /** Whether it speaks TLS. */
  readonly isSecure?: boolean;
  /** What it offers to sign in by. */
  readonly methods?: readonly ("Negotiate" | "Basic" | "Kerberos")[];
  /** Who may sign in and do nothing. */
  readonly denied?: readonly string[];
  /** Who is answered as if the password were wrong, as Windows answers who is neither an administrator nor a remote manager. */
  readonly shutOut?: readonly string[];
  /** What it says of a password that it is to check, after the word; default what is so. */
  readonly attests?: () => string;
  /** Changes an answer; null: none is given. */
  readonly meddle?: (answer: WinrmAnswer) => WinrmAnswer | null;
}

/** A machine that speaks WS-Management, as far as clients that run commands ask it to. */
export interface WinrmServer {
  readonly port: number;
  /** Commands that were started, and what each has read. */
  readonly commands: readonly { readonly command: string; readonly input: string }[];
  /** How many shells are open. */
  openShells(): number;
  /** Everything that came, as it came. */
  readonly heard: readonly string[];
  close(): void;
}

interface Command {
  readonly command: string;
  input: string;
  isFed: boolean;
  /** What is still to be told; null: it has not run yet. */
  left: Buffer | null;
  status: number;
}

interface Connection {
  readonly acceptor: NtlmAcceptor;
  guest: NtlmGuest | null;
}

const piece = 8 * 1024;

/** Starts one on this machine. Real ones cannot be installed for tests. */
export async function startWinrmServer(options: WinrmServerOptions): Promise<WinrmServer> {
  const {
    passwords,
    isSecure = false,
    methods = ["Negotiate"],
    denied = [],
    shutOut = [],
    attests,
    meddle = (answer) => answer,
  } = options;
  const binding = isSecure ? channelBindingOf(new X509Certificate(testCertificate.cert)) : null;
  const connections = new WeakMap<Socket, Connection>();
  const sockets = new Set<Socket>();
  const shells = new Set<string>();
  const started = new Map<string, Command>();
  const heard: string[] = [];

  const bare = (step: string, status: number, offered: readonly string[] = []): WinrmAnswer => ({
    ...{ step, status, body: Buffer.alloc(0), envelope: "" },
    headers: offered.length === 0 ? {} : { "www-authenticate": offered.join(", ") },
  });

  const run = (one: Command, username: string): void => {
    const asked = { command: one.command, input: one.input, username };
    const said = windowsAnswer(asked, passwords, attests);
    one.status = said === null ? 1 : 0;
    one.left = Buffer.from(said ?? "is not recognized as an internal or external command");
  };

  /** What is answered to an envelope: a body, or the name of a fault. */
  const act = (action: string, envelope: Element, username: string): string | { readonly fault: string } => {
    const find = (name: string) => envelope.getElementsByTagNameNS(names.shell, name).item(0);
    if (action === "Create") {
      if (denied.includes(username)) return { fault: "w:AccessDenied" };
      const shell = randomUUID().toUpperCase();
      shells.add(shell);
      return `<x:ResourceCreated xmlns:x="http://schemas.xmlsoap.org/ws/2004/09/transfer"><a:ReferenceParameters><w:SelectorSet><w:Selector Name="ShellId">${shell}</w:Selector></w:SelectorSet></a:ReferenceParameters></x:ResourceCreated><rsp:Shell><rsp:ShellId>${shell}</rsp:ShellId><rsp:State>Connected</rsp:State></rsp:Shell>`;
    }
    const shell = envelope.getElementsByTagNameNS(names.management, "Selector").item(0)?.textContent ?? "";
    if (!shells.has(shell)) return { fault: "w:InvalidSelectors" };
    if (action === "Delete") {
      shells.delete(shell);
      return "";
    }
    if (action === "Command") {
      const id = randomUUID().toUpperCase();
      const words = [find("Command"), ...envelope.getElementsByTagNameNS(names.shell, "Arguments")];
      const command = words.map((word) => word?.textContent ?? "").join(" ");
      started.set(id, { command, input: "", isFed: false, left: null, status: 0 });
      return `<rsp:CommandResponse><rsp:CommandId>${id}</rsp:CommandId></rsp:CommandResponse>`;
    }
    const about = find("Stream") ?? find("DesiredStream") ?? find("Signal");
    const id = about?.getAttribute("CommandId") ?? "";
    const one = started.get(id);
    if (one === undefined) return { fault: "w:InvalidParameter" };
    if (action === "Signal") return "<rsp:SignalResponse/>";
    if (action === "Send") {
      one.input += Buffer.from(about?.textContent ?? "", "base64").toString();
      one.isFed = about?.getAttribute("End")?.toLowerCase() === "true";
      return "<rsp:SendResponse/>";
    }
    if (one.left === null) {
      if (readsInput(one.command) && !one.isFed) return { fault: "w:TimedOut" };
      run(one, username);
      // Machines take a while: what a command says comes later.
      return { fault: "w:TimedOut" };
    }
    const said = one.left.subarray(0, piece);
    one.left = one.left.subarray(piece);
    const state = one.left.length === 0 ? "Done" : "Running";
    const ended = one.left.length === 0 ? `<rsp:ExitCode>${one.status}</rsp:ExitCode>` : "";
    return `<rsp:ReceiveResponse><rsp:Stream Name="stdout" CommandId="${id}">${said.toString("base64")}</rsp:Stream><rsp:CommandState CommandId="${id}" State="${names.shell}/CommandState/${state}">${ended}</rsp:CommandState></rsp:ReceiveResponse>`;
  };

  const answerTo = (text: string, username: string) => {
    const envelope = parseStrictXml(text).documentElement as Element;
    const header = (name: string) =>
      envelope.getElementsByTagNameNS(names.addressing, name).item(0)?.textContent ?? "";
    const step = header("Action").split("/").at(-1) ?? "";
    const body = act(step, envelope, username);
    const inner = typeof body === "string" ? body : faultOf(body.fault);
    return {
      step,
      status: typeof body === "string" ? 200 : 500,
      envelope: `<s:Envelope xmlns:s="${names.soap}" xmlns:a="${names.addressing}" xmlns:w="${names.management}" xmlns:rsp="${names.shell}"><s:Header><a:MessageID>uuid:${randomUUID()}</a:MessageID><a:RelatesTo>${escapedXml(header("MessageID"))}</a:RelatesTo></s:Header><s:Body>${inner}</s:Body></s:Envelope>`,
    };
  };

  const offers = methods.map((name) => (name === "Basic" ? 'Basic realm="WSMAN"' : name));

  /** One step of a sign-in by NTLM; null: it is made, and there is more to answer. */
  const signIn = (connection: Connection, message: Buffer, hasMore: boolean): WinrmAnswer | null => {
    if (message[8] === 1) {
      const challenge = connection.acceptor.challenge(message).toString("base64");
      return bare("challenge", 401, [`Negotiate ${challenge}`, ...offers.slice(1)]);
    }
    connection.guest = connection.acceptor.accept(message);
    if (connection.guest !== null && shutOut.includes(connection.guest.username)) connection.guest = null;
    if (connection.guest === null) return bare("signed-in", 401, offers);
    return hasMore ? null : bare("signed-in", 200);
  };

  const signedInByBasic = (credentials: string): string | undefined => {
    const [name = "", ...rest] = Buffer.from(credentials, "base64").toString().split(":");
    return passwords.get(name) === rest.join(":") && !shutOut.includes(name) ? name : undefined;
  };

  const handle = (connection: Connection, headers: IncomingHttpHeaders, body: Buffer): WinrmAnswer => {
    const { authorization = "", "content-type": type = "" } = headers;
    heard.push(`${authorization} ${body.toString("latin1")}`);
    const [scheme, credentials = ""] = authorization.split(" ");
    if (scheme === "Negotiate" && methods.includes("Negotiate")) {
      const answer = signIn(connection, Buffer.from(credentials, "base64"), body.length > 0);
      if (answer !== null) return answer;
    }
    const isBasic = scheme === "Basic" && methods.includes("Basic");
    const username = isBasic ? signedInByBasic(credentials) : connection.guest?.username;
    const channel = type.startsWith("multipart/encrypted") ? connection.guest?.channel : undefined;
    // As machines do by default: nothing in clear over a connection in clear.
    if (username === undefined || (!isSecure && channel === undefined)) return bare("signed-in", 401, offers);
    if (channel === undefined) {
      const answer = answerTo(body.toString(), username);
      return { ...answer, headers: { "content-type": soapType }, body: Buffer.from(answer.envelope) };
    }
    const answer = answerTo(unsealBody(channel, body), username);
    const sealed = sealBody(channel, answer.envelope);
    return { ...answer, headers: { "content-type": sealedType }, body: sealed };
  };

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket) ?? { acceptor: new NtlmAcceptor(passwords, binding), guest: null };
    connections.set(socket, known);
    return known;
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const answer = meddle(handle(connectionOf(request.socket), request.headers, Buffer.concat(parts)));
      if (answer === null) return;
      response.writeHead(answer.status, { ...answer.headers, "content-length": answer.body.length });
      response.end(answer.body);
    });
  };
  const server = isSecure ? createHttps(testCertificate, listener) : createHttp(listener);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get commands() {
      return [...started.values()];
    },
    openShells: () => shells.size,
    heard,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Number of the fault that there was nothing to tell in the time given; others have one of their own. */
const faultOf = (kind: string): string =>
  `<s:Fault><s:Code><s:Value>s:Receiver</s:Value><s:Subcode><s:Value>${kind}</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en-US">${kind === "w:TimedOut" ? "The operation did not complete in time." : "Access is denied."}</s:Text></s:Reason><s:Detail><f:WSManFault xmlns:f="${names.fault}" Code="${kind === "w:TimedOut" ? "2150858793" : "5"}" Machine="machine"><f:Message>no</f:Message></f:WSManFault></s:Detail></s:Fault>`;

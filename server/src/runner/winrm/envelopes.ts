import { randomUUID } from "node:crypto";
import { escapedXml } from "../../engine/strict-xml.ts";

/** Names of WS-Management and of its shells (DSP0226, [MS-WSMV]). */
export const names = {
  soap: "http://www.w3.org/2003/05/soap-envelope",
  addressing: "http://schemas.xmlsoap.org/ws/2004/08/addressing",
  management: "http://schemas.dmtf.org/wbem/wsman/1/wsman.xsd",
  fault: "http://schemas.microsoft.com/wbem/wsman/1/wsmanfault",
  shell: "http://schemas.microsoft.com/wbem/wsman/1/windows/shell",
} as const;

const transfer = "http://schemas.xmlsoap.org/ws/2004/09/transfer";
const commandShell = `${names.shell}/cmd`;

/** Most bytes of an answer: what every version of Windows can do. */
const longestAnswer = 153_600;

/** A question of WS-Management. */
export interface Question {
  /** Repeated by its answer. */
  readonly id: string;
  readonly envelope: string;
}

/** What a question is about. */
export interface QuestionScope {
  /** Where the service is said to be, such as `http://web-1:5985/wsman`. */
  readonly url: string;
  /** How long the service may take, in seconds. */
  readonly seconds: number;
  /** Id of the shell; unset: there is none yet. */
  readonly shell?: string;
}

function question(
  { url, seconds, shell }: QuestionScope,
  action: string,
  body: string,
  options: Readonly<Record<string, string>> = {},
): Question {
  const id = `uuid:${randomUUID()}`;
  const option = ([name, value]: readonly [string, string]) => `<w:Option Name="${name}">${value}</w:Option>`;
  const set = Object.entries(options).map(option).join("");
  const envelope = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<s:Envelope xmlns:s="${names.soap}" xmlns:a="${names.addressing}" xmlns:w="${names.management}" xmlns:rsp="${names.shell}">`,
    `<s:Header><a:To>${escapedXml(url)}</a:To>`,
    `<a:ReplyTo><a:Address s:mustUnderstand="true">${names.addressing}/role/anonymous</a:Address></a:ReplyTo>`,
    `<a:Action s:mustUnderstand="true">${action}</a:Action><a:MessageID>${id}</a:MessageID>`,
    `<w:ResourceURI s:mustUnderstand="true">${commandShell}</w:ResourceURI>`,
    `<w:MaxEnvelopeSize s:mustUnderstand="true">${longestAnswer}</w:MaxEnvelopeSize>`,
    '<w:Locale xml:lang="en-US" s:mustUnderstand="false"/>',
    `<w:OperationTimeout>PT${seconds.toFixed(3)}S</w:OperationTimeout>`,
    shell === undefined
      ? ""
      : `<w:SelectorSet><w:Selector Name="ShellId">${escapedXml(shell)}</w:Selector></w:SelectorSet>`,
    set === "" ? "" : `<w:OptionSet>${set}</w:OptionSet>`,
    `</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
  ];
  return { id, envelope: envelope.join("") };
}

/** Makes a shell, which ends by itself when nobody asks for two minutes. Its text is in UTF-8. */
export const createShell = (scope: QuestionScope): Question =>
  question(
    scope,
    `${transfer}/Create`,
    "<rsp:Shell><rsp:IdleTimeOut>PT120.000S</rsp:IdleTimeOut><rsp:InputStreams>stdin</rsp:InputStreams><rsp:OutputStreams>stdout stderr</rsp:OutputStreams></rsp:Shell>",
    { WINRS_NOPROFILE: "TRUE", WINRS_CODEPAGE: "65001" },
  );

/** Ends it. */
export const deleteShell = (scope: QuestionScope): Question => question(scope, `${transfer}/Delete`, "");

/** Starts a command, whose input is no console. */
export const startCommand = (scope: QuestionScope, command: string): Question =>
  question(
    scope,
    `${names.shell}/Command`,
    `<rsp:CommandLine><rsp:Command>${escapedXml(command)}</rsp:Command></rsp:CommandLine>`,
    { WINRS_CONSOLEMODE_STDIN: "FALSE", WINRS_SKIP_CMD_SHELL: "FALSE" },
  );

/** Gives it something to read. */
export const sendInput = (
  scope: QuestionScope,
  command: string,
  input: { readonly data: Buffer; readonly isLast: boolean },
): Question =>
  question(
    scope,
    `${names.shell}/Send`,
    `<rsp:Send><rsp:Stream Name="stdin" CommandId="${escapedXml(command)}"${input.isLast ? ' End="true"' : ""}>${input.data.toString("base64")}</rsp:Stream></rsp:Send>`,
  );

/** Asks for what it says, and how it ended. */
export const receiveOutput = (scope: QuestionScope, command: string): Question =>
  question(
    scope,
    `${names.shell}/Receive`,
    `<rsp:Receive><rsp:DesiredStream CommandId="${escapedXml(command)}">stdout stderr</rsp:DesiredStream></rsp:Receive>`,
  );

/** Has it ended, and forgotten. */
export const terminateCommand = (scope: QuestionScope, command: string): Question =>
  question(
    scope,
    `${names.shell}/Signal`,
    `<rsp:Signal CommandId="${escapedXml(command)}"><rsp:Code>${names.shell}/signal/terminate</rsp:Code></rsp:Signal>`,
  );

import type { Element } from "@xmldom/xmldom";
import { elementsBelow, parseStrictXml, plainTextOf, XmlRefused } from "../../engine/strict-xml.ts";
import { names } from "./envelopes.ts";

/** What a service said no with. */
export interface Fault {
  /** Without its namespace, such as `AccessDenied` or `TimedOut`; `""`: none is named. */
  readonly kind: string;
  /** Number of the error in Windows, such as `2150858793`; `""`: none. */
  readonly number: string;
  /** In words of the service. */
  readonly reason: string;
}

/** An answer of WS-Management, as far as it is looked at. */
export interface Answer {
  /** Id of the question; `""`: it does not say. */
  readonly relatesTo: string;
  readonly fault: Fault | null;
  readonly body: Element;
}

const isNamed = ({ namespaceURI, localName }: Element, namespace: string, name: string): boolean =>
  namespaceURI === namespace && localName === name;

/** The element of a name right below another. */
const below = (parent: Element | undefined, namespace: string, name: string): Element | undefined =>
  parent && elementsBelow(parent).find((element) => isNamed(element, namespace, name));

const textBelow = (parent: Element | undefined, namespace: string, name: string): string => {
  const found = below(parent, namespace, name);
  return found === undefined ? "" : plainTextOf(found);
};

/** @throws XmlRefused for what is no envelope */
export function readAnswer(text: string): Answer {
  const root = parseStrictXml(text).documentElement ?? undefined;
  const body = below(root, names.soap, "Body");
  if (root === undefined || !isNamed(root, names.soap, "Envelope") || body === undefined) {
    throw new XmlRefused("envelope");
  }
  const relatesTo = textBelow(below(root, names.soap, "Header"), names.addressing, "RelatesTo");
  const fault = below(body, names.soap, "Fault");
  return { relatesTo, body, fault: fault === undefined ? null : faultOf(fault) };
}

function faultOf(fault: Element): Fault {
  const code = below(below(fault, names.soap, "Code"), names.soap, "Subcode");
  const detail = below(below(fault, names.soap, "Detail"), names.fault, "WSManFault");
  return {
    kind: textBelow(code, names.soap, "Value").replace(/^.*:/, ""),
    number: detail?.getAttribute("Code") ?? "",
    reason: textBelow(below(fault, names.soap, "Reason"), names.soap, "Text"),
  };
}

const longestId = 128;

/** An id of the service, which is sent back to it. @throws XmlRefused for what is none */
function checkedId(id: string): string {
  if (!/^[\w-]+$/.test(id) || id.length > longestId) throw new XmlRefused("id");
  return id;
}

/** Id of a shell that was made. @throws XmlRefused: there is none */
export const shellIdOf = ({ body }: Answer): string =>
  checkedId(textBelow(below(body, names.shell, "Shell"), names.shell, "ShellId") || selectorOf(body));

/** Older services name it by a reference alone. */
function selectorOf(body: Element): string {
  const created = elementsBelow(body).find(({ localName }) => localName === "ResourceCreated");
  const parameters = below(created, names.addressing, "ReferenceParameters");
  const set = below(parameters, names.management, "SelectorSet");
  const selectors = set === undefined ? [] : elementsBelow(set);
  const found = selectors.find((one) => one.getAttribute("Name") === "ShellId");
  return found === undefined ? "" : plainTextOf(found);
}

/** Id of a command that was started. @throws XmlRefused: there is none */
export const commandIdOf = ({ body }: Answer): string =>
  checkedId(textBelow(below(body, names.shell, "CommandResponse"), names.shell, "CommandId"));

/** What a command said since it was asked last. */
export interface Output {
  readonly output: Buffer;
  readonly errors: Buffer;
  /** Whether it has ended. */
  readonly isDone: boolean;
  /** How; null: the service does not say. */
  readonly status: number | null;
}

/** @throws XmlRefused for what is no output of this command */
export function outputOf({ body }: Answer, command: string): Output {
  const response = below(body, names.shell, "ReceiveResponse");
  if (response === undefined) throw new XmlRefused("output");
  const own = elementsBelow(response).filter((element) => {
    const id = element.getAttribute("CommandId");
    return id === null || id.toLowerCase() === command.toLowerCase();
  });
  const said = (name: string): Buffer =>
    Buffer.concat(
      own
        .filter((one) => isNamed(one, names.shell, "Stream") && one.getAttribute("Name") === name)
        .map((one) => Buffer.from(plainTextOf(one), "base64")),
    );
  const state = own.find((one) => isNamed(one, names.shell, "CommandState"));
  const status = textBelow(state, names.shell, "ExitCode");
  return {
    output: said("stdout"),
    errors: said("stderr"),
    isDone: state?.getAttribute("State")?.endsWith("/CommandState/Done") === true,
    status: /^-?\d{1,10}$/.test(status) ? Number(status) : null,
  };
}

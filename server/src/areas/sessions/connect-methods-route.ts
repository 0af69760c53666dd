import { signedIn } from "../../engine/access/index.ts";
import type { RouteDeclaration } from "../../engine/http/index.ts";
import { type Language, type Message, translate } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { type Field, text as textField } from "../../engine/resource/index.ts";
import { hiddenConnectMethods } from "../acls/index.ts";
import { componentMethods } from "./component-methods.ts";
import { type ConnectMethod, ownMethods } from "./connect-methods.ts";
import { text } from "./texts.ts";

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
  handle: async ({ query, language, services, principal, db }, { headers }) => {
    const isFlat = query.get("flat") === "1";
    const system = query.get("os") ?? systemOf(headers["user-agent"] ?? "");
    // Anyone who writes rules about methods writes them for everybody's system.
    const hasDesktop = isFlat || desktops.includes(system);
    const isServed = await services.settings.get<boolean>("TERMINAL_KOKO_SSH_ENABLED");
    const hidden = isFlat || principal === null ? none : await hiddenConnectMethods(services, principal.id);
    const foreign = await componentMethods(db, isFlat ? "registered" : "alive");
    const protocols = [...new Set([...Object.keys(ownMethods), ...Object.keys(foreign)])];
    const offered = protocols
      .map(
        (protocol) =>
          [
            protocol,
            [...(ownMethods[protocol] ?? []), ...(foreign[protocol] ?? [])].filter(
              ({ value, type, component, needsDesktop }) =>
                !hidden.has(value) &&
                (isServed || type !== "native" || component !== "koko") &&
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

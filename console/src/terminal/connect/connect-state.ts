import { componentsWithPage, protocolsByComponent } from "@sallyport/contract/components";
import type {
  AssetProtocol,
  ConnectionTokenRequest,
  ConnectMethod,
  ConnectMethods,
  GrantedAccount,
  GrantedAsset,
} from "../api/types.ts";
import { MANUAL_ALIAS, needsSecret, SAME_USER_ALIAS } from "./account-groups.ts";
import type { RememberedChoice } from "./remembered-choice.ts";

/** What the dialog holds while a person fills it in. The typed secret stays outside, in the input's own state. */
export interface ConnectChoice {
  protocol: string;
  accountAlias: string | undefined;
  username: string;
  method: string | undefined;
  charset: string;
  backspaceAsCtrlH: boolean;
  /** Whether a database terminal leaves names unfinished that it could complete. */
  isCompletionOff: boolean;
  /** Size of a desktop: width and height in pixels, or {@link AUTO_RESOLUTION}. */
  resolution: string;
  autoLogin: boolean;
  remember: boolean;
}

/** What the form hands over. */
export interface ConnectSubmission {
  choice: ConnectChoice;
  account: GrantedAccount;
  method: ConnectMethod;
  secret: string;
}

/** A desktop as large as its window. */
export const AUTO_RESOLUTION = "Auto";

/** The sizes of desktops that are offered. */
export const RESOLUTIONS: readonly string[] = [
  AUTO_RESOLUTION,
  "1024x768",
  "1366x768",
  "1600x900",
  "1920x1080",
];

/** Components whose terminals take the text options (character set, backspace). */
const TEXT_COMPONENTS = ["koko"];

/** The protocols to offer: the public ones; an asset without any is reached by SSH on port 22. */
export function offeredProtocols(asset: GrantedAsset): AssetProtocol[] {
  const offered = asset.protocols.filter((protocol) => protocol.public !== false);
  return offered.length > 0 ? offered : [{ name: "ssh", port: 22, public: true }];
}

/** What programs of the person's own connect to, by connect method. */
const CLIENT_METHODS = {
  ssh_client: "ssh",
  ssh_guide: "ssh",
  sftp_client: "sftp",
  db_client: "database",
  db_guide: "database",
  mstsc: "desktop",
} as const;

/** What a program of the person's own connects to. */
export type ClientKind = (typeof CLIENT_METHODS)[keyof typeof CLIENT_METHODS];

/** What a program connects to by a method; undefined for methods of this page. */
export function clientKind(method: string): ClientKind | undefined {
  return Object.hasOwn(CLIENT_METHODS, method)
    ? CLIENT_METHODS[method as keyof typeof CLIENT_METHODS]
    : undefined;
}

/** The method by which this page shows files. */
export const FILES_METHOD = "web_sftp";

/** The method by which this page shows the page of a component. */
const COMPONENT_METHOD = "web_gui";

/** Methods this page opens itself. */
const WEB_METHODS = ["web_cli", FILES_METHOD];

/** The component whose page shows the session; undefined where this page does, or a program of the person's own. */
export function componentOf({ type, value, component }: ConnectMethod): string | undefined {
  const isShown = (componentsWithPage as readonly string[]).includes(component);
  return type === "web" && value === COMPONENT_METHOD && isShown ? component : undefined;
}

/** The methods of a protocol this page can open: its own, pages of components, and programs of the person's own. */
export function offeredMethods(methods: ConnectMethods, protocol: string): ConnectMethod[] {
  return (methods[protocol] ?? []).filter(
    (method) =>
      (method.type === "web" && WEB_METHODS.includes(method.value)) ||
      componentOf(method) !== undefined ||
      clientKind(method.value) !== undefined,
  );
}

/** The types of components that open a protocol, for who can set one up. */
export function componentsFor(protocol: string): string[] {
  return Object.entries<readonly string[]>(protocolsByComponent)
    .filter(([, protocols]) => protocols.includes(protocol))
    .map(([type]) => type);
}

/** Whether the chosen method takes a character set: terminals of the text protocols do. */
export function takesCharset(method: ConnectMethod | undefined, protocol: string): boolean {
  return (
    method !== undefined && TEXT_COMPONENTS.includes(method.component) && ["ssh", "telnet"].includes(protocol)
  );
}

/** Whether the chosen method lets the backspace key be changed. */
export function takesBackspace(method: ConnectMethod | undefined): boolean {
  // A program of the person's own knows its keys itself.
  return method?.value === "web_cli" && TEXT_COMPONENTS.includes(method.component);
}

/** Whether the chosen method completes names as they are typed, unless told not to. */
export function takesCompletion(method: ConnectMethod | undefined, protocol: string): boolean {
  return (
    method !== undefined &&
    TEXT_COMPONENTS.includes(method.component) &&
    ["mysql", "mariadb"].includes(protocol)
  );
}

/** Whether the size of what is connected to can be chosen. */
export function takesResolution(method: ConnectMethod | undefined, protocol: string): boolean {
  return method !== undefined && protocol === "rdp";
}

/** The domain that desktops sign accounts in to; undefined where they are accounts of the machine. */
export function domainOf(asset: GrantedAsset, protocol: string): string | undefined {
  const domain = asset.protocols.find(({ name }) => name === protocol)?.setting?.ad_domain;
  return protocol === "rdp" && typeof domain === "string" && domain !== "" ? domain : undefined;
}

/** The protocol of files. */
export const FILES_PROTOCOL = "sftp";

/** Whether files of an asset can be reached in some way. */
export function offersFiles(asset: GrantedAsset, methods: ConnectMethods): boolean {
  const isOffered = offeredProtocols(asset).some(({ name }) => name === FILES_PROTOCOL);
  return isOffered && offeredMethods(methods, FILES_PROTOCOL).length > 0;
}

/** The choice a dialog opens with: the remembered one where it still applies, else the first of everything. */
export function initialChoice(input: {
  asset: GrantedAsset;
  methods: ConnectMethods;
  remembered: RememberedChoice | undefined;
  account: GrantedAccount | undefined;
  backspaceAsCtrlH: boolean;
  /** Size of desktops where none was chosen before. */
  resolution?: unknown;
  /** The protocol to begin with, where it is offered. */
  wanted?: string | undefined;
}): ConnectChoice {
  const { asset, methods, remembered, account } = input;
  const protocols = offeredProtocols(asset);
  const protocol =
    protocols.find(({ name }) => name === input.wanted) ??
    protocols.find(({ name }) => name === remembered?.protocol.name) ??
    protocols.find(({ name }) => offeredMethods(methods, name).length > 0) ??
    protocols[0];
  const name = protocol?.name ?? "ssh";
  const offered = offeredMethods(methods, name);
  const options = remembered?.connectOptions ?? {};
  const sameAccount = account !== undefined && remembered?.account.alias === account.alias;
  return {
    protocol: name,
    accountAlias: account?.alias,
    username: sameAccount && account.alias === MANUAL_ALIAS ? (remembered?.account.username ?? "") : "",
    method: (offered.find(({ value }) => value === remembered?.connectMethod.value) ?? offered[0])?.value,
    charset: typeof options.charset === "string" ? options.charset : "default",
    backspaceAsCtrlH:
      "backspaceAsCtrlH" in options
        ? options.backspaceAsCtrlH === true || options.backspaceAsCtrlH === "1"
        : input.backspaceAsCtrlH,
    isCompletionOff: options.disableautohash === true,
    resolution:
      [options.resolution, input.resolution].find(
        (one): one is string => typeof one === "string" && RESOLUTIONS.includes(one),
      ) ?? AUTO_RESOLUTION,
    autoLogin: false,
    remember: false,
  };
}

/** Changing the protocol selects its first method. */
export function withProtocol(
  choice: ConnectChoice,
  methods: ConnectMethods,
  protocol: string,
): ConnectChoice {
  return { ...choice, protocol, method: offeredMethods(methods, protocol)[0]?.value };
}

/** Why the Connect button is disabled; undefined when it is not. */
export type ConnectObstacle = "account" | "method" | "username" | "secret";

/** Says what is still missing before the token can be asked for. */
export function connectObstacle(
  choice: ConnectChoice,
  account: GrantedAccount | undefined,
  method: ConnectMethod | undefined,
  secretTyped: boolean,
): ConnectObstacle | undefined {
  if (account === undefined) return "account";
  if (method === undefined || method.disabled === true) return "method";
  if (account.alias === MANUAL_ALIAS && choice.username.trim() === "") return "username";
  if (needsSecret(account, choice.protocol) && !secretTyped) return "secret";
  return undefined;
}

/** The user name the account is opened with: typed, the person's own, or the account's. */
export function effectiveUsername(
  choice: ConnectChoice,
  account: GrantedAccount,
  ownUsername: string,
): string {
  if (account.alias === MANUAL_ALIAS) return choice.username.trim();
  return account.alias === SAME_USER_ALIAS ? ownUsername : account.username;
}

/**
 * The body of the token request.
 *
 * @param encryptedSecret typed secret, encrypted for the wire; empty when the account has a stored one
 */
export function tokenRequest(
  choice: ConnectChoice,
  context: { assetId: string; account: GrantedAccount; method: ConnectMethod; ownUsername: string },
  encryptedSecret: string,
): ConnectionTokenRequest {
  const { account, method } = context;
  return {
    asset: context.assetId,
    account: account.alias,
    protocol: choice.protocol,
    input_username: effectiveUsername(choice, account, context.ownUsername),
    input_secret: needsSecret(account, choice.protocol) ? encryptedSecret : "",
    connect_method: method.value,
    connect_options: {
      ...(takesCharset(method, choice.protocol) ? { charset: choice.charset } : {}),
      ...(takesBackspace(method) ? { backspaceAsCtrlH: choice.backspaceAsCtrlH } : {}),
      // To components whatever is there means yes.
      ...(takesCompletion(method, choice.protocol) && choice.isCompletionOff
        ? { disableautohash: true }
        : {}),
      ...(takesResolution(method, choice.protocol) ? { resolution: choice.resolution } : {}),
    },
  };
}

/** What to remember after a connection was asked for. */
export function rememberedFrom(
  choice: ConnectChoice,
  account: GrantedAccount,
  method: ConnectMethod,
): RememberedChoice {
  return {
    account: {
      alias: account.alias,
      username: choice.username.trim() || account.username,
      has_secret: account.has_secret,
    },
    connectMethod: { value: method.value },
    protocol: { name: choice.protocol },
    autoLogin: choice.autoLogin,
    connectOptions: {
      charset: choice.charset,
      backspaceAsCtrlH: choice.backspaceAsCtrlH,
      disableautohash: choice.isCompletionOff,
      resolution: choice.resolution,
    },
  };
}

/**
 * Whether the dialog can be left out: automatic login was ticked, the account is still granted with a stored
 * secret (or one remembered on this browser), and the protocol and method are still offered.
 */
export function autoLoginPossible(
  remembered: RememberedChoice | undefined,
  asset: GrantedAsset,
  accounts: readonly GrantedAccount[],
  methods: ConnectMethods,
  hasRememberedSecret: boolean,
): boolean {
  if (!remembered?.autoLogin) return false;
  const account = accounts.find(
    (entry) => entry.alias === remembered.account.alias && entry.actions.length > 0,
  );
  if (account === undefined) return false;
  if (needsSecret(account, remembered.protocol.name) && !hasRememberedSecret) return false;
  if (!offeredProtocols(asset).some(({ name }) => name === remembered.protocol.name)) return false;
  return offeredMethods(methods, remembered.protocol.name).some(
    (method) => method.value === remembered.connectMethod.value && method.disabled !== true,
  );
}

import type { Language } from "../../../engine/i18n/index.ts";
import type {
  AccessChannel,
  AssetChoice,
  AssetSearch,
  BrowserRequest,
  ClientSignIn,
  SignInAttempt,
} from "../../../transport/connections/index.ts";
import type { Decision } from "../../decision.ts";
import type { GatewayPrincipal } from "../../principal.ts";

/** How the SSH server is set up; asked for with each connection, so that a change counts at once. */
export interface SshServerSettings {
  /** TERMINAL_KOKO_SSH_ENABLED. */
  readonly enabled: boolean;
  /** TERMINAL_PASSWORD_AUTH. */
  readonly passwordAuthentication: boolean;
  /** TERMINAL_PUBLIC_KEY_AUTH. */
  readonly publicKeyAuthentication: boolean;
  /** TERMINAL_BROWSER_AUTH. */
  readonly browserAuthentication: boolean;
  /** What the menu is headed with. */
  readonly title: string;
  /** TERMINAL_ASSET_LIST_SORT_BY. */
  readonly sortBy: "name" | "address";
  /** TERMINAL_ASSET_LIST_PAGE_SIZE; `auto` follows the height of the terminal. */
  readonly pageSize: number | "auto" | "all";
  /** SECURITY_MAX_IDLE_TIME, in minutes. */
  readonly idleMinutes: number;
}

/** What a sign-in has come to. */
export type SignInState = ClientSignIn<GatewayPrincipal>;

/** A connection token that stands for its owner and one connection. */
export interface TokenSignIn {
  readonly principal: GatewayPrincipal;
  /** Whether the token still opens what it stands for on this channel, checked anew for each channel. */
  decide(way: AccessChannel): Promise<Decision>;
}

/** A node of somebody's tree. */
export interface NodeChoice {
  readonly id: string;
  /** Ids from the root, separated by colons; its length is the depth. */
  readonly key: string;
  readonly name: string;
  readonly assets: number;
}

/** A key or a certificate that a client shows, as a line of OpenSSH. */
export interface ShownKey {
  readonly username: string;
  readonly key: string;
  readonly remoteAddress: string;
}

/** What the SSH server asks of the areas. */
export interface SshServerPorts {
  settings(): Promise<SshServerSettings>;
  /** The private host keys, in OpenSSH or PEM form, the same on every node. */
  hostKeys(): Promise<readonly string[]>;
  /** Whether a key or a certificate would let that user in; proves nothing about whoever asks. */
  knowsKey(shown: ShownKey): Promise<boolean>;
  /** Has somebody allow the client in the browser; null where that is switched off. */
  askInBrowser(request: BrowserRequest): Promise<SignInState | null>;
  signIn(attempt: SignInAttempt): Promise<SignInState>;
  /** Uses up a token whose value was given as the password; null when that is not right. */
  signInByToken(
    tokenId: string,
    value: string,
    remoteAddress: string,
    client: string,
  ): Promise<TokenSignIn | null>;
  findAssets(
    principal: GatewayPrincipal,
    search: AssetSearch,
  ): Promise<{ readonly total: number; readonly rows: readonly AssetChoice[] }>;
  nodes(principal: GatewayPrincipal): Promise<readonly NodeChoice[]>;
  /** Keeps the language somebody chose in the menu. */
  rememberLanguage(principal: GatewayPrincipal, language: Language): Promise<void>;
}

import type { Language, Message } from "../../../engine/i18n/index.ts";
import type { AccessChannel } from "../../../transport/connections/index.ts";
import type { AssetChoice, Decision } from "../../decision.ts";
import type { GatewayPrincipal } from "../../principal.ts";

/** How the SSH server is set up; asked for with each connection, so that a change counts at once. */
export interface SshServerSettings {
  /** TERMINAL_KOKO_SSH_ENABLED. */
  readonly enabled: boolean;
  /** TERMINAL_PASSWORD_AUTH. */
  readonly passwordAuthentication: boolean;
  /** TERMINAL_PUBLIC_KEY_AUTH. */
  readonly publicKeyAuthentication: boolean;
  /** What the menu is headed with. */
  readonly title: string;
  /** TERMINAL_ASSET_LIST_SORT_BY. */
  readonly sortBy: "name" | "address";
  /** TERMINAL_ASSET_LIST_PAGE_SIZE; `auto` follows the height of the terminal. */
  readonly pageSize: number | "auto" | "all";
  /** SECURITY_MAX_IDLE_TIME, in minutes. */
  readonly idleMinutes: number;
}

/** Who wants in, and how they prove it. */
export interface SignInAttempt {
  readonly username: string;
  /** A key counts only after the client has signed with its other half. */
  readonly proof:
    | { readonly kind: "password"; readonly password: string }
    | { readonly kind: "public-key"; readonly key: string };
  readonly remoteAddress: string;
  /** What the client calls itself. */
  readonly client: string;
}

/** A second factor somebody can prove themselves by. */
export interface FactorChoice {
  readonly name: string;
  readonly label: Message;
}

/** What a sign-in has come to. */
export type SignInState =
  | { readonly state: "in"; readonly principal: GatewayPrincipal }
  | {
      readonly state: "factor";
      readonly language: Language;
      readonly choices: readonly FactorChoice[];
      /** Sends a code, where the factor is one that is sent. @throws ApiError */
      send(factor: string): Promise<void>;
      prove(factor: string, code: string): Promise<SignInState>;
    }
  | {
      readonly state: "consent";
      readonly language: Language;
      readonly message: Message;
      /** How it stands now; the same state while nobody has decided. */
      look(): Promise<SignInState>;
      /** Takes the question back. */
      cancel(): Promise<void>;
    }
  /** `told`: whether the person may read why; a stranger learns nothing. */
  | {
      readonly state: "refused";
      readonly language: Language;
      readonly message: Message;
      readonly told: boolean;
    };

/** A connection token that stands for its owner and one connection. */
export interface TokenSignIn {
  readonly principal: GatewayPrincipal;
  /** Whether the token still opens what it stands for on this channel, checked anew for each channel. */
  decide(way: AccessChannel): Promise<Decision>;
}

/** Which assets the menu looks for. */
export interface AssetSearch {
  /** Every term is in name, address or comment. */
  readonly terms: readonly string[];
  /** Categories; any when absent. */
  readonly categories?: readonly string[];
  readonly nodeId?: string;
  /** Not below the node, but in it. */
  readonly directly?: boolean;
  /** One of these protocols. */
  readonly protocols?: readonly string[];
  readonly favorites?: boolean;
  readonly sortBy: "name" | "address";
  readonly limit: number;
  readonly offset: number;
}

/** A node of somebody's tree. */
export interface NodeChoice {
  readonly id: string;
  /** Ids from the root, separated by colons; its length is the depth. */
  readonly key: string;
  readonly name: string;
  readonly assets: number;
}

/** What the SSH server asks of the areas. */
export interface SshServerPorts {
  settings(): Promise<SshServerSettings>;
  /** The private host keys, in OpenSSH or PEM form, the same on every node. */
  hostKeys(): Promise<readonly string[]>;
  /** Whether the key is the stored one of that user; proves nothing about whoever asks. */
  knowsKey(username: string, key: string): Promise<boolean>;
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

import type { Message } from "../../engine/i18n/index.ts";
import type { ConnectionGrant } from "./connection-grant.ts";

/** The access channel somebody uses, as far as a decision distinguishes them; a connection token has its own. */
export type AccessChannel = "shell" | "exec" | "scp" | "sftp" | "web-files" | "forward" | "job";

/** Protocols of databases that a job runs statements over. */
export const statementProtocols: readonly string[] = ["mysql", "mariadb", "postgresql", "sqlserver"];

/** What a page opens with a connection token: a terminal, or the files of an account. */
export type BrowserMethod = "web_cli" | "web_sftp";

/** Where somebody wants to, as far as they have said. */
export interface ConnectionRequest {
  /** Id, name or address of the asset. */
  readonly asset: string;
  /** Alias, name or user name of the account; null: any. */
  readonly account: string | null;
  /** Name of the protocol; null: any that the access channel carries. */
  readonly protocol: string | null;
  readonly way: AccessChannel;
  /** What was typed for an account that lacks it. */
  readonly typed?: { readonly username?: string; readonly secret?: string };
  readonly connectOptions?: Readonly<Record<string, unknown>>;
}

/** An account to choose. */
export interface AccountChoice {
  readonly alias: string;
  readonly name: string;
  readonly username: string;
}

/** A question that was put to people about a connection. */
export interface PendingReview<AssetChoice> {
  /** Names of who is asked. */
  readonly assignees: readonly string[];
  /** Page on which they decide, a path of this site. */
  readonly page: string;
  /** Waits until they have decided; what the connection comes to then. Null: `signal` aborted before that. */
  wait(signal: AbortSignal): Promise<ConnectionDecision<AssetChoice> | null>;
  /** Takes the question back. */
  cancel(): Promise<void>;
}

/** The outcome of a connection request. A choice is made by a further request that names more. */
export type ConnectionDecision<AssetChoice> =
  | { readonly outcome: "granted"; readonly grant: ConnectionGrant }
  | { readonly outcome: "choose-asset"; readonly choices: readonly AssetChoice[]; readonly total: number }
  | { readonly outcome: "choose-protocol"; readonly choices: readonly string[] }
  | { readonly outcome: "choose-account"; readonly choices: readonly AccountChoice[] }
  /** The account lacks a secret; `username` is null where that is to be typed too. */
  | { readonly outcome: "ask-credentials"; readonly username: string | null }
  /** Somebody has to consent first: `open` asks them, where the person can wait. @throws ApiError */
  | {
      readonly outcome: "review";
      readonly message: Message;
      open(): Promise<PendingReview<AssetChoice>>;
      /**
       * Goes on at once, for a reason in the person's words, and has it signed off afterwards; null: not here.
       * @throws ApiError
       */
      readonly emergency: ((reason: string) => Promise<ConnectionDecision<AssetChoice>>) | null;
    }
  /** `code` is a stable word. */
  | { readonly outcome: "refused"; readonly code: string; readonly message: Message };

import type { ChatName } from "../../users/index.ts";
import type { Ask } from "./ask-platform.ts";

/** The app of a platform that an administrator registered there. */
export interface ChatApp {
  /** `WECOM_CORPID`, `DINGTALK_APPKEY`, `FEISHU_APP_ID`. */
  readonly id: string;
  /** Number of the app that sends messages; empty where the platform has none. */
  readonly agent: string;
  readonly secret: string;
  /** `lark` is the same platform at other addresses. */
  readonly edition: string;
}

/** What goes into the address that people are sent to. */
export interface Away {
  readonly redirect: string;
  readonly state: string;
  /** Opened inside the platform's own app, where nothing has to be scanned. */
  readonly inApp: boolean;
}

/** A message as a platform takes it. */
export interface ChatMessage {
  readonly subject: string;
  readonly text: string;
}

/** What a platform does differently from the others; everything else is the same for all. */
export interface ChatPlatform {
  readonly name: ChatName;
  /** As its button and the login log name it. */
  readonly label: string;
  readonly settings: {
    readonly switch: string;
    readonly id: string;
    readonly agent?: string;
    readonly secret: string;
    readonly edition?: string;
  };
  /** Whether it has a sign-in for pages that are opened inside its own app. */
  readonly hasInAppSignIn: boolean;
  /** Whether the contract has the user in the address that ends a binding. */
  readonly namesUserInCallback: boolean;
  readonly authorization: (app: ChatApp, away: Away) => URL;
  /** Name under which the code comes back. */
  readonly codeName: string;
  /** Gets an access token of the app, with the seconds it is good for. */
  readonly requestToken: (
    ask: Ask,
    app: ChatApp,
  ) => Promise<{ readonly token: unknown; readonly seconds: unknown }>;
  /** Whose code it is, which was asked for at `redirect`; what is no text is nobody. */
  readonly identify: (
    ask: Ask,
    app: ChatApp,
    token: string,
    given: { readonly code: string; readonly redirect: string },
  ) => Promise<unknown>;
  readonly send: (ask: Ask, app: ChatApp, token: string, to: string, message: ChatMessage) => Promise<void>;
  /** Codes by which the platform says that the access token is none any more. */
  readonly tokenGone: readonly string[];
  /** Codes by which it says that it does not know whom to write to. */
  readonly recipientUnknown: readonly string[];
}

import type { Session } from "../../engine/http/index.ts";
import type { Json } from "../../engine/json.ts";
import type { Services } from "../../engine/services.ts";

/** What a provider of the sign-in page works with. */
export type ProviderServices = Pick<Services, "config" | "db" | "secrets" | "settings">;

/** An identity provider people can choose on the sign-in page. Contract: docs/contract/identity.md, "Single sign-on". */
export interface SignInProvider {
  /** The source of its users, in capitals as `LOGIN_REDIRECT_TO_BACKEND` names it. */
  readonly name: string;
  /** Where the sign-in by it begins. */
  readonly path: string;
  /** False where nobody is led to it who did not choose it. Default true. */
  readonly leads?: boolean;
  readonly isEnabled: (services: ProviderServices) => Promise<boolean>;
  /** What its button says. */
  readonly label: (services: ProviderServices) => Promise<string>;
  /** Address of the picture on its button; null: none. */
  readonly logo?: (services: ProviderServices) => Promise<string | null>;
  /** Keeps what is known of the session there beside a session that has come to be, inside no transaction. */
  readonly keepSession: (services: ProviderServices, session: Session, kept: Json) => Promise<void>;
  /**
   * The address at which a session is ended at the provider as well; null where it is not, or where the session was not
   * begun by it. Asked before the session ends.
   */
  readonly signOutAddress: (services: ProviderServices, session: Session) => Promise<string | null>;
}

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** Identity providers in the order of their buttons. */
    signInProviders: SignInProvider;
  }
}

import type { Services } from "../../../engine/services.ts";
import type { Proof } from "./claim.ts";
import type { SignInUser } from "./sign-in-user.ts";

/** What a sign-in method finds people with, and the settings it follows. */
export type BackendServices = Pick<Services, "config" | "db" | "settings">;

/** One method by which somebody can be proven. */
export interface SignInBackend {
  /** As the login log names it. */
  readonly label: string;
  /** The kind of proof it looks at. */
  readonly kind: Proof["kind"];
  /** Sources whose users may come in by it where `ONLY_ALLOW_AUTH_FROM_SOURCE` is on. */
  readonly sources: readonly SignInUser["source"][];
  /** Whether somebody may also come in by it whom this installation does not know yet. */
  readonly takesStrangers: boolean;
  readonly isEnabled: (services: BackendServices) => Promise<boolean>;
  /**
   * The user who is proven; null when nobody is. `user` is who has the name here. A backend that is alone in taking
   * its time takes it for unknown names too.
   */
  readonly prove: (
    services: BackendServices,
    secret: string,
    user: SignInUser | null,
  ) => Promise<SignInUser | null>;
}

import type { ReactNode } from "react";
import type { ConnectionToken } from "../api/types.ts";
import type { ClientKind } from "./connect-state.ts";

/** What a program of the person's own connects with. */
export interface ClientConnection {
  readonly token: ConnectionToken;
  readonly kind: ClientKind;
  /** User name of the SSH server that needs no token: `user#account#asset`. */
  readonly direct: string;
  /** Name of the asset. */
  readonly asset: string;
  /** Whether the method asks for the program at once; a guide does not. */
  readonly opensAtOnce: boolean;
  /** Size of a desktop, as the dialog offers it. */
  readonly resolution: string;
}

/** Props of the guides, one for each kind of program. */
export interface GuideProps {
  readonly connection: ClientConnection;
  /** The token as it is now. */
  readonly token: ConnectionToken;
  /** Whether the token can still be used. */
  readonly isValid: boolean;
  /** The choice whether it can be used more than once, where there is one. */
  readonly reuse: ReactNode;
}

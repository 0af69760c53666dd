import { localPassword, publicKey, type SignInBackend, temporaryToken } from "../credentials/index.ts";
import { passkeyBackend } from "../factors/index.ts";

/** The ways to sign in, in the order in which they are tried. Contract: docs/contract/identity.md, "Sign-in methods". */
export const backends: readonly SignInBackend[] = [localPassword, publicKey, passkeyBackend, temporaryToken];

import type { Services } from "../../engine/services.ts";
import { localPassword, publicKey, type SignInBackend, temporaryToken } from "../credentials/index.ts";
import { passkeyBackend } from "../factors/index.ts";

/** The ways to sign in, in the order in which they are tried. Contract: docs/contract/identity.md, "Sign-in methods". */
export const backends = ({ extensions }: Pick<Services, "extensions">): readonly SignInBackend[] => [
  localPassword,
  publicKey,
  passkeyBackend,
  // Before other systems are asked: they would count it as a wrong password of theirs.
  temporaryToken,
  ...extensions.of("signInBackends"),
];

import { anonymous, beforeTerms } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { limitSignIn, noPendingSignIn } from "../../credentials/index.ts";

import { personAt } from "../person.ts";
import { factorText } from "../texts.ts";
import { type Asked, askForAssertion } from "./ceremonies.ts";
import { beginRegistration } from "./registration.ts";

/** Where challenges come from for whoever is signed in, or signing in, in this browser. */
export const ownChallengePath = "/api/v1/sallyport/passkeys/challenge/";

function answer(asked: Asked<unknown> | null): RouteAnswer {
  if (asked === null) throw new BadRequest("error", factorText.passkeysImpossible);
  return { body: asked.options, cookies: [asked.cookie] };
}

/**
 * What a browser hands its authenticator: to make a passkey, to prove who is signed in or signing in, and to sign in
 * with nothing else. An extension. Contract: docs/contract/identity.md, "Passkeys".
 */
export const challengeRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["POST"],
    path: "/api/v1/sallyport/passkeys/registration/",
    access: beforeTerms("makes something for the caller alone, after they confirmed who they are"),
    title: "Passkey Registration",
    handle: (context) => beginRegistration(caller(context)),
  },
  {
    methods: ["POST"],
    path: ownChallengePath,
    access: anonymous("a challenge for whoever is signed in, or signing in, in this browser"),
    title: "Passkey Challenge",
    transaction: false,
    handle: async (context) => {
      const person = await personAt(context);
      if (person === null) throw new BadRequest("session_empty", noPendingSignIn);
      const { owner, session } = person;
      limitSignIn(context, owner.username);
      return answer(await askForAssertion(context.services, { userId: owner.id, session: session.key }));
    },
  },
  {
    methods: ["POST"],
    path: "/api/v1/sallyport/passkeys/sign-in/",
    access: anonymous("a random challenge; it says nothing about anybody, and nothing of it is stored"),
    title: "Passkey Sign In",
    // It changes nothing; what it answers is tied to the browser by a cookie.
    csrf: false,
    transaction: false,
    handle: async (context) => answer(await askForAssertion(context.services, "anybody")),
  },
];

import type { Language, Message } from "../../engine/i18n/index.ts";

/** Who wants in through an SSH client, and how they prove it. */
export interface SignInAttempt {
  readonly username: string;
  /** A key, or a certificate for it, counts only after the client has signed with its other half. */
  readonly proof:
    | { readonly kind: "password"; readonly password: string }
    | { readonly kind: "public-key"; readonly key: string }
    /** Id of a request that was allowed in the browser. */
    | { readonly kind: "browser"; readonly key: string };
  readonly remoteAddress: string;
  /** What the client calls itself. */
  readonly client: string;
}

/** A client that somebody is to allow in the browser. */
export interface BrowserRequest extends Omit<SignInAttempt, "proof"> {
  /** Keys the client offered that nobody has stored, in turn, as lines of OpenSSH. */
  readonly keys: readonly string[];
}

/** A second factor somebody can prove themselves by. */
export interface FactorChoice {
  readonly name: string;
  readonly label: Message;
}

/**
 * What the sign-in of an SSH client has come to; a required step is done by calling its functions. `Person` is how somebody
 * who is in is known.
 */
export type ClientSignIn<Person> =
  | { readonly state: "in"; readonly person: Person }
  | {
      readonly state: "factor";
      readonly language: Language;
      /** What whoever asks for the factor says, as it came from there; empty: nothing. */
      readonly prompt: string;
      readonly choices: readonly FactorChoice[];
      /** Sends a code, where the factor is one that is sent. @throws ApiError */
      send(factor: string): Promise<void>;
      prove(factor: string, code: string): Promise<ClientSignIn<Person>>;
    }
  | {
      readonly state: "consent";
      readonly language: Language;
      readonly message: Message;
      /** Names of who is asked. */
      readonly assignees: readonly string[];
      /** Resolves when it may stand otherwise, or `signal` aborts. */
      changed(signal: AbortSignal): Promise<void>;
      /** How it stands now; the same state while nobody has decided. */
      look(): Promise<ClientSignIn<Person>>;
      /** Takes the question back. */
      cancel(): Promise<void>;
    }
  | {
      readonly state: "browser";
      readonly language: Language;
      /** Where it is allowed. */
      readonly link: string;
      /** What the person types there, so that nobody allows a client that they do not see. */
      readonly code: string;
      readonly minutes: number;
      /** Resolves when it may stand otherwise, or `signal` aborts. */
      changed(signal: AbortSignal): Promise<void>;
      /** How it stands now; the same state while nobody has decided. */
      look(): Promise<ClientSignIn<Person>>;
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

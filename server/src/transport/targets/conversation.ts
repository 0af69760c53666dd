import { type Message, type MessageParameters, withParameters } from "../../engine/i18n/messages.ts";
import { TargetFailure } from "./failure.ts";
import { text } from "./texts.ts";

/** What talking to the command line of a target needs from the code that has connected to it. */
export interface Conversation {
  /** Longest wait for the answer to one step, in milliseconds. */
  readonly stepTimeout: number;
  /** A failure of the target, named in its text as `{target}`. */
  failure(code: string, message: Message, parameters?: MessageParameters): TargetFailure;
  /** Foreign text, fit to be read by people: short, without control characters and without secrets. */
  quote(foreign: string): string;
  /**
   * Waits for one step, and no longer than it may take.
   *
   * @throws TargetFailure `timeout`, or `stopped` when the connection is given up
   */
  within<T>(step: Promise<T>, milliseconds?: number): Promise<T>;
}

/** How a conversation is held. */
export interface ConversationOptions {
  /** The target, as texts name it. */
  readonly display: string;
  /** Longest wait for one step, in milliseconds. */
  readonly stepTimeout: number;
  /** Gives it up. */
  readonly signal: AbortSignal;
  /** What must not be quoted. */
  readonly secrets: readonly string[];
}

/** Long enough to be recognised in other text. */
const shortestSecret = 4;

/** Text of a target without secrets, control characters and what turns lines around. */
export function sanitized(foreign: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= shortestSecret)
    .reduce((kept, secret) => kept.replaceAll(secret, "***"), foreign)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/**
 * Waits for a step and no longer than it may take.
 *
 * @param failures what it ends with when the time is over, and when it is given up
 */
export function waitWithin<T>(
  step: Promise<T>,
  { milliseconds, signal }: { readonly milliseconds: number; readonly signal: AbortSignal },
  failures: { readonly timeout: () => Error; readonly stopped: () => Error },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      act();
    };
    const stop = () => settle(() => reject(failures.stopped()));
    const timer = setTimeout(() => settle(() => reject(failures.timeout())), milliseconds);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    step.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}

/** A conversation with one target. */
export function conversation(options: ConversationOptions): Conversation {
  const { display, stepTimeout, signal, secrets } = options;
  const failure: Conversation["failure"] = (code, message, parameters = {}) =>
    new TargetFailure(code, withParameters(message, { target: display, ...parameters }));
  return {
    stepTimeout,
    failure,
    quote: (foreign) => sanitized(foreign.slice(0, 4000), secrets).slice(0, 300),
    within: (step, milliseconds = stepTimeout) =>
      waitWithin(
        step,
        { milliseconds, signal },
        {
          timeout: () => failure("timeout", text.timeout, { seconds: Math.round(milliseconds / 1000) }),
          stopped: () => failure("stopped", text.stopped),
        },
      ),
  };
}

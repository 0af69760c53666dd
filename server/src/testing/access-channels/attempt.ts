import { spawn } from "node:child_process";

/** Somebody at a channel: what came of it, and what can be done about it. */
export interface Attempt {
  /** Whether the far end was seen; false once it is clear that it will not be. Rejects when neither comes. */
  readonly reached: Promise<boolean>;
  /** Settles when the attempt is over, whoever ended it. */
  readonly ended: Promise<void>;
  /** Messages the person has received so far. */
  said(): string;
  /** Goes away, and waits until that is done. */
  leave(): Promise<void>;
}

/** How a program attempts. */
export interface ProgramVisit {
  readonly program: string;
  readonly args: readonly string[];
  /** Typed at once; standard input stays open. */
  readonly input?: string;
  /** Typed once, each when what it waits for has been said. */
  readonly typed?: readonly { readonly when: RegExp; readonly type: string }[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether the far end has been seen; asked again and again. */
  isReached(said: string): boolean | Promise<boolean>;
  /** Whether the program has said that it will not be, for those that stay then. */
  isRefused?(said: string): boolean;
}

/** How long neither an answer nor an end may take, in milliseconds: the machine may be busy. */
const timeout = 120_000;

/** What colours and moves, taken away. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const plain = (text: string): string => text.replace(/\u001b\[[0-9;?]*[a-zA-Z]/g, "");

/** Runs a program as an attempt. */
export function visitBy(attempt: ProgramVisit): Attempt {
  const child = spawn(attempt.program, [...attempt.args], {
    env: {
      PATH: process.env.PATH,
      HOME: "/nonexistent",
      TERM: "xterm",
      LANG: "C.UTF-8",
      ...attempt.environment,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  const typed = [...(attempt.typed ?? [])];
  const hear = (data: Buffer): void => {
    said += data.toString();
    for (const step of typed.filter(({ when }) => when.test(plain(said)))) {
      typed.splice(typed.indexOf(step), 1);
      child.stdin.write(step.type);
    }
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  child.stdin.on("error", () => undefined);
  if (attempt.input !== undefined) child.stdin.write(attempt.input);
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const reached = watch(
    () => attempt.isReached(said),
    () => isOver() || attempt.isRefused?.(said) === true,
    () => `${attempt.program} ${attempt.args.join(" ")}: ${said.slice(-1000)}`,
  );
  reached.catch(() => undefined);
  return {
    reached,
    ended,
    said: () => plain(said),
    async leave() {
      // Of a shared connection it is the end of the input that ends the program, wherever it is carried.
      child.stdin.destroy();
      if (!isOver()) child.kill();
      await ended;
    },
  };
}

/**
 * Looks again and again until the far end has been seen or the attempt is over.
 *
 * @param where what to say when neither comes
 */
export async function watch(
  isReached: () => boolean | Promise<boolean>,
  isOver: () => boolean,
  where: () => string,
): Promise<boolean> {
  const until = Date.now() + timeout;
  for (;;) {
    const over = isOver();
    if (await isReached()) return true;
    if (over) return false;
    if (Date.now() > until) throw new Error(`neither reached nor refused: ${where()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

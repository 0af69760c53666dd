import { runnerLimits } from "../../transport/runner-control/messages.ts";
import type { RunnerMethod } from "../method.ts";
import { statements } from "../statements/index.ts";
import { ResultText } from "../statements/result-text.ts";
import { StatementRefused } from "../statements/statement.ts";
import { withTargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";

/** Characters that are gathered before they go out. */
const pieceLength = 16_384;

/**
 * Signs in to a database and runs statements, whose results are told as text while they come. The result says how it
 * ended, as a program does: `code` 0, or 1 where the database refused one. Contract: docs/contract/job-centre.md, "Executions".
 */
export const runStatement: RunnerMethod = (spec, context) =>
  withTargetConnection(spec, context, async (target) => {
    const open = statements.get(spec.target.protocol);
    if (open === undefined) {
      throw target.failure("not_supported", text.statementsUnsupported, { protocol: spec.target.protocol });
    }
    const session = await open(target);
    target.expectResults();
    context.opened();
    const pieces = new Pieces((piece, isError) => context.output(piece, isError));
    const result = new ResultText({
      most: runnerLimits.allOutputCharacters / 2,
      say: (message, parameters) => target.told(message, parameters),
      output: (piece, isError) => pieces.add(piece, isError),
    });
    try {
      await target.within(session.run(spec.statement ?? "", result), spec.timeoutSeconds * 1000);
      return { code: 0 };
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error;
      for (const line of error.message.split("\n")) result.notice(line);
      return { code: 1 };
    } finally {
      pieces.flush();
    }
  });

/** Lines together, as long as they go the same way. */
class Pieces {
  readonly #send: (piece: string, isError: boolean) => void;
  #held = "";
  #isError = false;

  constructor(send: (piece: string, isError: boolean) => void) {
    this.#send = send;
  }

  add(piece: string, isError: boolean): void {
    if (isError !== this.#isError) this.flush();
    this.#isError = isError;
    this.#held += piece;
    if (this.#held.length >= pieceLength) this.flush();
  }

  flush(): void {
    if (this.#held !== "") this.#send(this.#held, this.#isError);
    this.#held = "";
  }
}

import { pino } from "pino";

/** Most bytes that are kept of lines that cannot be written now; beyond it they are dropped. */
const mostUnwritten = 1_048_576;

/**
 * Where log lines go: written at once, so that a crash loses none. A full disk fails neither what was about to be
 * logged nor the process: the lines wait, within limits, for the next one that can be written.
 */
export function logDestination(fd: number): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ fd, sync: true, maxLength: mostUnwritten });
  // Unheard, it would be thrown at the caller of the logger.
  destination.on("error", () => undefined);
  return destination;
}

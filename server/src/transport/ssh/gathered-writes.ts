import type { Writable } from "node:stream";

/**
 * Lets everything that is written to a stream in one turn of the event loop leave together. ssh2 writes each packet in
 * three pieces (its length, its body, its authentication code): without this each of them is a system call and, with
 * small packets sent at once, a segment of its own that wakes up the other side. Nothing waits longer than the code
 * that is running.
 */
export function gatherWrites(stream: Writable): void {
  const write = stream.write;
  let gathering = false;
  stream.write = function gather(this: Writable, ...args: Parameters<typeof write>): boolean {
    if (!gathering) {
      gathering = true;
      stream.cork();
      process.nextTick(() => {
        gathering = false;
        stream.uncork();
      });
    }
    return write.apply(stream, args);
  } as typeof write;
}

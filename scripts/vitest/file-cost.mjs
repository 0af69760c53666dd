import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { afterAll, expect } from "vitest";
import { openCpuGroup } from "../lib/cpu-group.mjs";
import { cpuSeconds, OWN, OWN_AND_WAITED } from "../lib/cpu-time.mjs";

// Vitest's set-up of a file: notes the CPU seconds it takes, from before its imports to after its last hook, as a
// line of JSON in the file `npm test` names. In a process of its own (or one that files follow each other in)
// everything the file started counts: products, databases, browsers. In a thread it is the thread's own time: what
// it starts, and helper threads (garbage collection, hashing), cannot be distinguished from its neighbours'.
const notes = process.env.SALLYPORT_TEST_COSTS;
if (notes !== undefined) {
  const read = isMainThread ? openProcessMeter() : threadSeconds;
  const before = read();
  const { testPath } = expect.getState();
  afterAll(() => {
    appendFileSync(notes, `${JSON.stringify({ file: testPath, seconds: read() - before })}\n`);
  });
}

/** CPU seconds of this process and everything below it; without a control group, of what it has waited for. */
function openProcessMeter() {
  // Named by the process: a group that others have joined would count what an earlier file left behind, or another run.
  const group = openCpuGroup(`sallyport-worker-${process.pid}`);
  group?.add(process.pid);
  return group?.seconds ?? (() => cpuSeconds("/proc/self/stat", OWN_AND_WAITED) ?? ownSeconds());
}

function threadSeconds() {
  return cpuSeconds("/proc/thread-self/stat", OWN) ?? ownSeconds();
}

/** Where there is no /proc: the process alone. */
function ownSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

// One thread that hashes and verifies passwords, one after the other. It is plain JavaScript because a thread
// loads its own file, also where the sources run as they are.
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";

// On Linux the priority belongs to the thread: whoever types or lists goes first. Elsewhere it would be the process's.
if (process.platform === "linux") setPriority(0, 10);

parentPort?.on("message", ({ password, stored, parameters }) => {
  try {
    const value = stored === undefined ? hashSync(password, parameters) : verifySync(stored, password);
    parentPort.postMessage({ value });
  } catch (error) {
    // A stored value that is no hash; the message does not repeat it.
    parentPort.postMessage({ error: String(error.code ?? "failed") });
  }
});

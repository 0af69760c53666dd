import { vi } from "vitest";

// Vitest's set-up of a file: a wait that names no limit of its own gives up after as many milliseconds as this, instead
// of the second that is Vitest's. A wait ends as soon as it has what it waits for, so that a generous limit costs
// nothing, and on a busy machine a second is no time.
const LONGEST_WAIT = 15_000;

/** Set once: the files of a worker may share their modules, and this file is run for each. */
const set = Symbol.for("sallyport.longest-wait");

if (vi[set] !== true) {
  vi[set] = true;
  const { waitFor } = vi;
  vi.waitFor = (callback, options = {}) =>
    waitFor(callback, typeof options === "number" ? options : { timeout: LONGEST_WAIT, ...options });
}

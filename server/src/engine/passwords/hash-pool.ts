import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { TooManyRequests } from "../errors.ts";

/** Argon2id: memory in KiB, passes, lanes. */
export interface HashParameters {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Something to compute: the hash of a password, or whether it is the `stored` one. */
interface Work {
  readonly password: string;
  readonly parameters?: HashParameters;
  readonly stored?: string;
}

interface Task {
  readonly work: Work;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** What a thread answers. */
type Answer = { readonly value: unknown } | { readonly error: string };

interface Thread {
  readonly worker: Worker;
  task: Task | null;
  idle: NodeJS.Timeout | undefined;
}

/** Beyond this many waiting ones nobody is helped by waiting. */
const longestQueue = 1000;
/** A thread with nothing to do for this long ends, in milliseconds. */
const idleMilliseconds = 60_000;

const mostThreads = Math.max(1, Math.min(8, availableParallelism()));
const threads = new Set<Thread>();
const queue: Task[] = [];

/** Hashes a password in a thread of its own. The salt is in the result. */
export function hashInThread(password: string, parameters: HashParameters): Promise<string> {
  return enqueue({ password, parameters }) as Promise<string>;
}

/** Whether the password is the stored one, computed in a thread of its own. */
export function verifyInThread(stored: string, password: string): Promise<boolean> {
  return enqueue({ password, stored }) as Promise<boolean>;
}

/**
 * Threads of our own, one for each core: those that Node keeps for files, names and compression would otherwise be
 * taken by people signing in.
 * @throws TooManyRequests when far too many wait already.
 */
function enqueue(work: Work): Promise<unknown> {
  if (queue.length >= longestQueue) return Promise.reject(new TooManyRequests(5));
  return new Promise((resolve, reject) => {
    queue.push({ work, resolve, reject });
    next();
  });
}

function next(): void {
  const free = [...threads].find(({ task }) => task === null);
  const thread = free ?? (threads.size < mostThreads ? startThread() : undefined);
  const task = thread === undefined ? undefined : queue.shift();
  if (thread === undefined || task === undefined) return;
  thread.task = task;
  clearTimeout(thread.idle);
  // While it works, the process waits for it.
  thread.worker.ref();
  thread.worker.postMessage(task.work);
}

function startThread(): Thread {
  const worker = new Worker(new URL("./hash-worker.js", import.meta.url));
  const thread: Thread = { worker, task: null, idle: undefined };
  threads.add(thread);
  worker.on("message", (answer: Answer) => {
    const { task } = thread;
    thread.task = null;
    if ("error" in answer) task?.reject(new Error(`a password could not be computed: ${answer.error}`));
    else task?.resolve(answer.value);
    rest(thread);
    next();
  });
  const end = (error?: Error): void => {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.idle);
    thread.task?.reject(error ?? new Error("a thread that computes passwords ended"));
    if (queue.length > 0) next();
  };
  worker.on("error", end);
  worker.on("exit", () => end());
  return thread;
}

function rest(thread: Thread): void {
  thread.worker.unref();
  thread.idle = setTimeout(() => {
    threads.delete(thread);
    void thread.worker.terminate();
  }, idleMilliseconds);
  thread.idle.unref();
}

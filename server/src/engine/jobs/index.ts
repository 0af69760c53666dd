export { defineJob, JobAbandonedError, type JobDeclaration } from "./job.ts";
export { type JobQueue, queueJob } from "./queue-job.ts";

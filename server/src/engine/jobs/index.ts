export { defineJob, JobAbandonedError, type JobDeclaration, JobPostponedError } from "./job.ts";
export { type JobQueue, queueJob } from "./queue-job.ts";

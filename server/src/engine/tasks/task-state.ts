/** How far an execution is. Contract: docs/contract/jobs.md, "Executions". */
export type TaskState = "PENDING" | "RUNNING" | "SUCCESS" | "FAILURE" | "REVOKED";

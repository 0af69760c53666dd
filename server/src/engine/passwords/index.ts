export { type HashParameters, hashInThread, verifyInThread } from "./hash-pool.ts";

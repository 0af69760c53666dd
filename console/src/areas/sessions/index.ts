export { connectPath } from "./connect-path.ts";

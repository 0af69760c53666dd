export { connectPath } from "./connect-path.ts";
export { SESSIONS } from "./resources.ts";
export { ShareButton } from "./share-button.tsx";

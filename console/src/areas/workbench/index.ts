export { connectPath } from "./my-assets.tsx";

export {
  catalogue,
  type Language,
  languages,
  literal,
  type Message,
  type MessageParameters,
  translate,
  unlabelled,
  withParameters,
} from "./messages.ts";
export { text } from "./texts.ts";

export {
  catalogue,
  type Language,
  languages,
  literal,
  type Message,
  type MessageParameters,
  type Translations,
  translate,
  translations,
  unlabelled,
  withParameters,
} from "./messages.ts";
export { text } from "./texts.ts";

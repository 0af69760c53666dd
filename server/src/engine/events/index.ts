export type { EventBus } from "./events.ts";

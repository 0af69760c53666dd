import type { Area } from "../../engine/area.ts";
import { toolSocket } from "./tool-sockets.ts";

/** Tools to look for machines and ports with. Contract: docs/contract/settings.md, "Tools". */
export const systemToolsArea: Area = {
  name: "system-tools",
  sockets: [toolSocket()],
};

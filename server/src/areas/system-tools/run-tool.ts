import type { JsonObject } from "../../engine/json.ts";
import { capture } from "./capture.ts";
import { lookup } from "./lookup.ts";
import { scan, telnet } from "./ports.ts";
import { ping, traceroute } from "./programs.ts";
import type { ToolLimits, ToolLines } from "./tool-limits.ts";
import { text } from "./tool-texts.ts";
import { ToolRefused } from "./way.ts";

const tools = { ping, telnet, nmap: scan, lookup, traceroute, tcpdump: capture } as const;

/** Tools that make TCP connections, which is all a gateway does for others. */
const throughGateways: ReadonlySet<string> = new Set(["telnet", "nmap"]);

/**
 * The lines of a tool, as they come.
 * @throws ToolRefused where there is no tool of that name, it does not run from a gateway, or what is asked is not for it
 */
export function runTool(request: JsonObject, limits: ToolLimits): ToolLines {
  const name = toolOf(request);
  if (!Object.hasOwn(tools, name)) throw new ToolRefused(text.unknownTool);
  return tools[name as keyof typeof tools](request, limits);
}

/** Whether what is asked for can run from a gateway. */
export const runsFromGateways = (request: JsonObject): boolean => throughGateways.has(toolOf(request));

function toolOf({ tool_type: type }: JsonObject): string {
  return String(type ?? "ping").toLowerCase();
}

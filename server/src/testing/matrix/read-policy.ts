import { type Audience, audiences } from "./audiences.ts";

/** The audience of every method and path of a table, keyed `GET /path/`. */
export function readPolicy(table: string): Map<string, Audience> {
  const entries = new Map<string, Audience>();
  for (const line of linesOf(table)) {
    const [audience = "", ...call] = line.split(/\s+/);
    if (!(audience in audiences)) throw new Error(`there is no audience "${audience}"`);
    const [methods, path = ""] = call;
    for (const key of methods === "RESOURCE" ? keysOfResource(path) : keysOf(call.join(" "))) {
      if (entries.has(key)) throw new Error(`${key} stands in the policy twice`);
      entries.set(key, audience as Audience);
    }
  }
  return entries;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function keysOfResource(list: string): string[] {
  return keysOf(`GET,POST,PUT,PATCH,DELETE ${list}
    GET,PUT,PATCH,DELETE ${list}:id/
    POST ${list}render-to-json/`);
}

/** The keys of lines of methods and paths: `GET,POST /a/{b,c}/` as `GET /a/b/` and so on. */
export function keysOf(calls: string): string[] {
  return linesOf(calls).flatMap((line) => {
    const [methods = "", path = ""] = line.split(/\s+/);
    return methods.split(",").flatMap((method) => expand(path).map((one) => `${method} ${one}`));
  });
}

function expand(path: string): string[] {
  const [, before, names, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (before === undefined || names === undefined || after === undefined) return [path];
  return names.split(",").flatMap((name) => expand(before + name + after));
}

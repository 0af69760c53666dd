import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { AssetAreas, CallOptions } from "./asset-areas.ts";

/** A node as the API answers it. */
export interface MadeNode {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly full_value: string;
}

/** What tests of the tree do again and again. Paths are below `assets/`. */
export interface NodeCaller {
  call(method: string, path: string, body?: unknown, options?: CallOptions): ReturnType<AssetAreas["call"]>;
  /** Calls and answers the body; fails the test unless it worked. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape are looked into
  must(method: string, path: string, body?: unknown, options?: CallOptions): Promise<any>;
  root(options?: CallOptions): Promise<MadeNode>;
  /** Makes a node below the root. */
  branch(value?: string, options?: CallOptions): Promise<MadeNode>;
  below(parent: MadeNode, value?: string): Promise<MadeNode>;
  /** Makes a host in these nodes; answers its id. */
  host(nodes: readonly string[], options?: CallOptions): Promise<string>;
}

/** Makes the caller of a test; `areas` answers what has been started by then. */
export function nodeCaller(areas: () => AssetAreas): NodeCaller {
  let hosts = 0;
  const call: NodeCaller["call"] = (method, path, body, options = {}) =>
    areas().call(method, `assets/${path}`, { ...options, ...(body === undefined ? {} : { body }) });
  const must: NodeCaller["must"] = async (method, path, body, options = {}) => {
    const answer = await call(method, path, body, options);
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  return {
    call,
    must,
    root: (options = {}) => must("GET", "nodes/children/", undefined, options).then(([first]) => first),
    branch: (value = randomUUID(), options = {}) => must("POST", "nodes/", { value }, options),
    below: (parent, value) =>
      must("POST", `nodes/${parent.id}/children/`, value === undefined ? {} : { value }),
    async host(nodes, options = {}) {
      hosts += 1;
      const body = { name: `host-${hosts}`, address: `10.1.0.${hosts}`, platform: 1, nodes };
      return (await must("POST", "hosts/", body, options)).id;
    },
  };
}

import { openSshConnection } from "../../transport/ssh/connection.ts";
import { reachThrough } from "../../transport/ssh/gateways.ts";
import type { RunnerMethod } from "../method.ts";
import { sshAccountOf, withTargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";

/**
 * Tests a gateway as sessions use it: signs in to it, has it forward a connection to its own port, and signs in
 * again over that. `port` of the parameters is the one it is to reach on itself, by default the same. Contract: docs/contract/automation.md, "Gateways".
 */
export const testGateway: RunnerMethod = (spec, context) =>
  withTargetConnection(spec, context, async (gateway) => {
    const { target, params } = spec;
    const { id, name, address, port } = target;
    const account = sshAccountOf(gateway.account);
    const hop = { id, name, address, port, account, profile: "modern" } as const;
    const options = { hostKeys: gateway.hostKeys, timeout: gateway.connectTimeout, signal: gateway.signal };
    const own = typeof params.port === "number" && params.port > 0 ? params.port : port;
    const inside = { address: "127.0.0.1", port: own };
    const { route, stream } = await reachThrough([hop], inside, options);
    gateway.onClose(() => {
      stream.destroy();
      route.close();
    });
    gateway.say(text.gatewayForwards, { port: own });
    const endpoint = { assetId: id, host: inside.address, port: own };
    const { client } = await openSshConnection(stream, { endpoint, account, profile: "modern" }, options);
    client.end();
    return {};
  });

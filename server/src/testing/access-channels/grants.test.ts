import { describe, expect, expectTypeOf, it } from "vitest";
import type { checkConnection, GrantedConnection } from "../../areas/sessions/connection-tokens/checks.ts";
import { openAccess } from "../../areas/sessions/decision/open-access.ts";
import type { Principal } from "../../engine/access/index.ts";
import type { Services } from "../../engine/services.ts";
import type { openAccountFiles } from "../../gateway/files/account-files.ts";
import { type GatewayContext, openSession, type SessionRequest } from "../../gateway/open-session.ts";
import { grantFor, MemoryAreas } from "../../gateway/testing/harness.ts";
import { ConnectionGrant, type GrantDetails } from "../../transport/connections/index.ts";

// The types are checked by `npm run check -- types`: a line that does not hold does not compile.

const details = grantFor({ port: 22, username: "ada", password: "secret", privateKey: "" });

/** A grant as the gateway gets it: redeemed at areas that made it. */
async function granted(): Promise<ConnectionGrant> {
  const areas = new MemoryAreas();
  areas.grant(details);
  const someone = { headers: { cookie: "jms_sessionid=valid" }, url: "/", remoteAddress: "127.0.0.1" };
  const principal = await areas.ports.authenticate(someone);
  if (principal === null) throw new Error("nobody is signed in");
  return areas.ports.redeemConnectionToken(details.tokenId ?? "", principal, "web_cli");
}

/** What opening a session says of something that stands where the grant belongs. */
const refusalOf = (grant: unknown) => () =>
  openSession({} as GatewayContext, { grant, principal: {} } as SessionRequest);

describe("a session", () => {
  it("opens with a grant, by type", () => {
    expectTypeOf<SessionRequest["grant"]>().toEqualTypeOf<ConnectionGrant>();
    expectTypeOf(openSession).parameter(1).toHaveProperty("grant").toEqualTypeOf<ConnectionGrant>();
    expectTypeOf<Parameters<typeof openAccountFiles>[1]["grant"]>().toEqualTypeOf<ConnectionGrant>();
  });

  it("opens with nothing that has the shape of one, by type", () => {
    const changed = (grant: ConnectionGrant) => ({ ...grant, protocol: "telnet" });
    expectTypeOf<GrantDetails>().not.toExtend<ConnectionGrant>();
    expectTypeOf<ReturnType<typeof changed>>().not.toExtend<ConnectionGrant>();
    expectTypeOf<Pick<ConnectionGrant, keyof ConnectionGrant>>().not.toExtend<ConnectionGrant>();
    expectTypeOf<typeof ConnectionGrant>().not.toExtend<new (from: GrantDetails) => unknown>();
    expectTypeOf<typeof ConnectionGrant>().not.toHaveProperty("issue");
  });

  it("opens with nothing that has the shape of one, whatever its type was said to be", async () => {
    const grant = await granted();
    expect(ConnectionGrant.isGrant(grant)).toBe(true);
    const { withoutConnectOptions: _method, ...copied } = grant;
    const shapes = {
      details,
      copied,
      cloned: structuredClone(copied),
      made: Object.create(grant) as unknown,
    };
    for (const [name, shape] of Object.entries(shapes)) {
      expect(refusalOf(shape), name).toThrow("a session opens with a grant of the decision");
    }
    expect(refusalOf(grant)).not.toThrow("a session opens with a grant of the decision");
  });

  it("keeps what was granted when options are left out", async () => {
    const grant = await granted();
    const without = grant.withoutConnectOptions();
    expect(ConnectionGrant.isGrant(without)).toBe(true);
    expect({ ...without }).toEqual({
      ...details,
      forwarding: undefined,
      reviewId: undefined,
      isEmergency: false,
      connectOptions: {},
    });
  });
});

describe("the secret of an account", () => {
  it("is opened for a connection that was checked, by type", () => {
    expectTypeOf(openAccess).parameter(2).toEqualTypeOf<GrantedConnection>();
    expectTypeOf<Awaited<ReturnType<typeof checkConnection>>>().toEqualTypeOf<GrantedConnection>();
    expectTypeOf<Pick<GrantedConnection, keyof GrantedConnection>>().not.toExtend<GrantedConnection>();
  });

  it("is opened for nothing else, whatever its type was said to be", async () => {
    const unchecked = { asset: {}, account: { actions: 1 }, port: 22 } as unknown as GrantedConnection;
    const given = { username: "", secret: () => "" };
    const opened = openAccess({} as Services, {} as Principal, unchecked, {
      tokenId: null,
      protocol: "ssh",
      connectOptions: {},
      given,
    });
    await expect(opened).rejects.toThrow("before it was checked");
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Message, translate } from "../../engine/i18n/index.ts";
import type { ConnectionGrant, GatewayPorts, GatewayPrincipal, PermittedTime } from "../ports.ts";
import type { SessionControls } from "../session-parts.ts";
import { LimitsStage } from "./limits.ts";

const minute = 60_000;
const start = Date.parse("2030-05-06T08:00:00Z");
const at = (minutes: number): Date => new Date(start + minutes * minute);
const lasting = (expires: number, grace = 0): PermittedTime => ({
  expires: at(expires),
  ends: at(expires + grace),
});

let stage: LimitsStage;
let said: string[];
let ended: string | null;
let time: PermittedTime | null;
let databaseIsAway: boolean;
let limits: { idleMinutes: number; maximumHours: number; endWithPermission: boolean };
let tell: () => void;
let asked: Date[];

/** A session that begins now; what it is asked and told of is written down. */
function begin(interval = 30_000): void {
  const ports: Pick<GatewayPorts, "limits" | "onPermissionsChanged" | "permittedTime" | "stillValid"> = {
    limits: async () => limits,
    stillValid: async () => true,
    onPermissionsChanged: (handler) => {
      tell = handler;
      return () => undefined;
    },
    permittedTime: async (_grant, _principal, { since }) => {
      asked.push(since);
      if (databaseIsAway) throw new Error("away");
      return time;
    },
  };
  const grant = { permissionExpires: time?.expires } as ConnectionGrant;
  stage = new LimitsStage({ ports, grant, principal: {} as GatewayPrincipal, interval });
  const session: Pick<SessionControls, "id" | "print" | "end"> = {
    id: "session",
    print: (message: Message) => said.push(translate(message, "en")),
    end: (reason) => {
      ended ??= reason;
      stage.close();
    },
  };
  stage.start(session as SessionControls);
  stage.connected();
}

/** Lets minutes go by, while somebody types. */
async function pass(minutes: number): Promise<void> {
  stage.input(Buffer.from("x"));
  await vi.advanceTimersByTimeAsync(minutes * minute);
}

/** What was said since this was asked last. */
const heard = (): string[] => said.splice(0);

const changed = async (now: PermittedTime | null): Promise<void> => {
  time = now;
  tell();
  await vi.advanceTimersByTimeAsync(1000);
};

beforeEach(() => {
  vi.useFakeTimers({
    now: start,
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
  said = [];
  asked = [];
  ended = null;
  databaseIsAway = false;
  limits = { idleMinutes: 99_999, maximumHours: 99_999, endWithPermission: true };
});
afterEach(() => {
  stage.close();
  vi.useRealTimers();
});

describe("a permission that ends", () => {
  test("is announced ten and two minutes ahead, each once, and then ends the session", async () => {
    time = lasting(60);
    begin();
    await pass(49.99);
    expect(heard()).toEqual([]);
    await pass(0.02);
    expect(heard()).toEqual([expect.stringContaining("expires in 10 min, which will end this session")]);
    await pass(7.98);
    expect(heard()).toEqual([]);
    await pass(0.02);
    expect(heard()).toEqual([expect.stringContaining("expires in 2 min")]);
    await pass(1.98);
    expect(ended).toBeNull();
    await pass(0.02);
    expect(heard()).toEqual([]);
    expect(ended).toBe("permission_expired");
  });

  test("leaves time to finish where it says so: both times are told", async () => {
    time = lasting(60, 30);
    begin();
    await pass(60.01);
    expect(heard()).toEqual([expect.stringContaining("has expired. You have 30 min to finish")]);
    await pass(20);
    expect(heard()).toEqual([expect.stringContaining("You have 10 min to finish")]);
    await pass(8);
    expect(heard()).toEqual([expect.stringContaining("You have 2 min to finish")]);
    expect(ended).toBeNull();
    await pass(2);
    expect(ended).toBe("permission_expired");
  });

  test("tells of its own end and of the session's where both lie ahead", async () => {
    time = lasting(60, 5);
    begin();
    await pass(55.01);
    expect(heard()).toEqual([expect.stringMatching(/expires in 5 min, and this session ends in 10 min/)]);
    await pass(5);
    expect(heard()).toEqual([expect.stringContaining("has expired. You have 5 min")]);
  });

  test("says at once what is left of a session that begins late", async () => {
    time = lasting(7);
    begin();
    await pass(0.01);
    expect(heard()).toEqual([expect.stringContaining("expires in 7 min")]);
  });

  test("says that it was extended, and warns again before the new end", async () => {
    time = lasting(60);
    begin();
    await pass(51);
    expect(heard()).toHaveLength(1);
    await changed(lasting(120));
    expect(heard()).toEqual([expect.stringContaining("was extended")]);
    await pass(10);
    expect(ended).toBeNull();
    await pass(49);
    expect(heard()).toEqual([expect.stringContaining("expires in 10 min")]);
  });

  test("that was shortened tells of the new end, and so does one that another shorter one replaced", async () => {
    time = lasting(600);
    begin();
    await pass(1);
    await changed(lasting(10));
    expect(heard()).toEqual([expect.stringContaining("expires in 9 min")]);
    await changed(lasting(2));
    expect(heard()).toEqual([expect.stringContaining("expires in 1 min")]);
    await changed(lasting(0.5));
    expect(ended).toBe("permission_expired");
  });

  test("that is withdrawn gives no time, whatever was left", async () => {
    time = lasting(60, 1440);
    begin();
    await pass(61);
    await changed(null);
    expect(ended).toBe("permission_revoked");
  });

  test("ends and announces nothing where sessions do not end with permissions", async () => {
    time = lasting(20);
    limits.endWithPermission = false;
    begin();
    await pass(30);
    expect([heard(), ended]).toEqual([[], null]);
  });

  test("says nothing of an end that the longest time of a session comes before", async () => {
    time = lasting(61);
    limits.maximumHours = 1;
    begin();
    await pass(59.9);
    expect(heard()).toEqual([]);
    await pass(1);
    expect(ended).toBe("maximum_time");
  });

  test("ends when it was known to, with the warnings before, while nobody can be asked", async () => {
    time = lasting(60, 5);
    begin();
    await pass(1);
    databaseIsAway = true;
    await pass(54.1);
    expect(heard()).toEqual([expect.stringContaining("this session ends in 10 min")]);
    await pass(9);
    expect(ended).toBeNull();
    await pass(1);
    expect(ended).toBe("permission_expired");
  });

  test("is waited for beyond what one timer can be set for", async () => {
    const day = 24 * 60;
    time = lasting(60 * day);
    begin(2 ** 31 - 1);
    await pass(60 * day - 11);
    expect([heard(), ended]).toEqual([[], null]);
    // As often as the longest timers need, and not over and over.
    expect(asked.length).toBeLessThan(10);
    await pass(2);
    expect(heard()).toHaveLength(1);
    await pass(10);
    expect(ended).toBe("permission_expired");
  });
});

describe("a clock that is set", () => {
  test("forward ends what is over by it within half a minute, and nothing that is not", async () => {
    limits = { ...limits, idleMinutes: 30, maximumHours: 10 };
    time = lasting(24 * 60);
    begin();
    await pass(1);
    vi.setSystemTime(at(12 * 60));
    await pass(0.6);
    expect([heard(), ended]).toEqual([[], null]);
    vi.setSystemTime(at(24 * 60 - 9));
    limits.maximumHours = 99_999;
    await pass(0.6);
    expect(heard()).toEqual([expect.stringContaining("expires in 9 min")]);
    vi.setSystemTime(at(24 * 60 + 1));
    await pass(0.6);
    expect(ended).toBe("permission_expired");
  });

  test("back lets the session go on, and warns anew in time", async () => {
    time = lasting(60);
    begin();
    await pass(51);
    expect(heard()).toHaveLength(1);
    vi.setSystemTime(at(1));
    await pass(48);
    expect([heard(), ended]).toEqual([[], null]);
    await pass(1.1);
    expect(heard()).toEqual([expect.stringContaining("expires in 10 min")]);
    await pass(10);
    expect(ended).toBe("permission_expired");
  });

  test("does not move the beginning of a session to where a permission has ended already", async () => {
    time = lasting(60, 60);
    begin();
    await pass(5);
    vi.setSystemTime(at(70));
    await pass(0.6);
    expect(asked.at(-1)).toEqual(at(0));
    vi.setSystemTime(at(-30));
    await pass(0.6);
    expect(asked.at(-1)?.getTime()).toBeLessThan(at(-34).getTime());
  });
});

test("a session that rests ends after the minutes it may rest, whatever the clock says", async () => {
  time = lasting(24 * 60);
  limits.idleMinutes = 10;
  begin();
  await pass(5);
  vi.setSystemTime(at(-600));
  await vi.advanceTimersByTimeAsync(4 * minute);
  expect(ended).toBeNull();
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(ended).toBe("idle");
});

import { ApiClient } from "../../e2e/support/api.ts";
import type { Product } from "../../e2e/support/product.ts";
import type { World } from "../../e2e/support/world.ts";
import { withDatabase } from "../fixtures/database.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { inMilliseconds, judged, median, type Row, unmeasured } from "../table.ts";

const connecting = "connecting under 1 000 rules";
const signingIn = "sign-in by link under 1 000 rules";

/** Rules of each kind, and how much a decision may take longer by them, in milliseconds. */
const rules = 1_000;
const limit = 2;

/**
 * What the rules about connecting and signing in cost those whom none of them fits, so that all are gone through:
 * filters by names, expressions, groups, addresses and nodes.
 */
export async function measureAccessRules(fixtures: Fixtures): Promise<Row[]> {
  const missing = fixtures.worldMissing;
  if (missing !== null) return [unmeasured(connecting, missing, `+ ${limit} ms`)];
  const world = await fixtures.world();
  const connects = await compare(world, async () => () => askForToken(world), fixtures.sizes);
  const { admin } = world;
  await admin.patch("/api/v1/settings/setting/?category=auth", { AUTH_SSO: true });
  const signs = await compare(world, arrivals(world), fixtures.sizes);
  return [row(connecting, connects, 1), row(signingIn, signs, 2)];
}

/** What people did with and without rules, in milliseconds. */
interface Compared {
  readonly withRules: number;
  readonly without: number;
  /** Median of what a turn with rules took longer than the one before it. */
  readonly added: number;
}

/**
 * @param decisions how many decisions are in it, each of which may take longer by the limit: a sign-in by link is
 * decided when the link is followed, and again when the last step is done
 */
const row = (name: string, { withRules, without, added }: Compared, decisions: number): Row =>
  judged(name, inMilliseconds(withRules), `<= + ${limit} ms a decision`, added / decisions <= limit, {
    beside: `without rules ${inMilliseconds(without)}, added ${inMilliseconds(added / decisions)} to each of ${decisions}`,
    ratio: withRules / without,
  });

/** Makes what is timed ready, and answers it. */
type Act = () => Promise<() => Promise<void>>;

/**
 * Signs in one person after another by a link a portal asked for. The decision is that of every sign-in, and without a
 * password to check, which takes a hundred times as long, it can be told from the noise.
 */
function arrivals({ admin, product }: World): Act {
  let count = 0;
  return async () => {
    count += 1;
    const username = `person-${String(count).padStart(6, "0")}`;
    const { login_url } = await admin.post("/api/v1/authentication/sso/login-url/", { username });
    const { pathname, search } = new URL(login_url);
    return async () => {
      const browser = new ApiClient(product.url);
      const guard = await browser.raw("GET", `${pathname}${search}`);
      const { status } = await browser.raw("GET", guard.headers.get("location") ?? "");
      if (status !== 302 || !browser.cookies.includes("jms_session_expire")) {
        throw new Error(`${username} was not let in: ${status}`);
      }
    };
  };
}

const askForToken = async ({ user, hostId, sshd }: World): Promise<void> => {
  await user.post("/api/v1/authentication/connection-token/", {
    asset: hostId,
    account: sshd.username,
    protocol: "ssh",
    connect_method: "web_cli",
  });
};

/** Medians of what somebody does with and without rules, in turns, so that both see the same machine. */
async function compare(world: World, ready: Act, { requests, ruleTurns: turns }: Sizes): Promise<Compared> {
  const rounds = Math.ceil((requests * 3) / turns);
  const measure = async (): Promise<number> => {
    const times: number[] = [];
    // The first one reads the rules and warms plans up.
    await (await ready())();
    for (let round = 0; round < rounds; round += 1) {
      const act = await ready();
      const began = performance.now();
      await act();
      times.push(performance.now() - began);
    }
    return median(times);
  };
  const [withRules, without]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    without.push(await measure());
    await makeRules(world);
    try {
      withRules.push(await measure());
    } finally {
      await removeRules(world.product);
    }
  }
  return {
    withRules: median(withRules),
    without: median(without),
    added: median(withRules.map((time, turn) => time - (without[turn] ?? 0))),
  };
}

const attributes = (...attrs: readonly Readonly<Record<string, unknown>>[]) =>
  JSON.stringify({ type: "attrs", attrs });

/** Filters of users; `#` is another number from 10 to 99 in each rule, so that rules share some as they do in real life. */
const users = [
  attributes({ name: "username", match: "startswith", value: "nobody-#" }),
  attributes({ name: "name", match: "regex", value: "^(contractor|guest)#-\\d+$" }),
  attributes({ name: "groups", match: "m2m", value: ["00000000-0000-4000-8000-0000000010#"] }),
  JSON.stringify({ type: "all" }),
];

const assets = [
  attributes({ name: "address", match: "ip_in", value: ["203.0.113.0/24", "198.51.100.#"] }),
  attributes({ name: "name", match: "contains", value: "no such name #" }),
  attributes({ name: "nodes", match: "m2m", value: ["00000000-0000-4000-8000-0000000020#"] }),
];

const everywhere = JSON.stringify({ ip_group: ["*"], time_period: [] });
const elsewhere = JSON.stringify({ ip_group: ["203.0.113.0/24", "2001:db8::/32"], time_period: [] });

function makeRules({ product, hostId }: World): Promise<void> {
  return withDatabase(product, async (database) => {
    await database.query(
      `insert into login_asset_acls (org_id, name, priority, action, is_active, users, assets, accounts, rules)
       select a.org_id, 'bench ' || n, n % 100 + 1, 'reject', true, replace(($1::text[])[n % 4 + 1], '#', (n % 89 + 10)::text)::jsonb,
         replace(($2::text[])[n % 3 + 1], '#', (n % 89 + 10)::text)::jsonb, '["@ALL"]', $3::jsonb
       from generate_series(1, $4::int) n, lateral (select org_id from assets where id = $5::uuid) a`,
      [users, assets, everywhere, rules, hostId],
    );
    await database.query(
      `insert into login_acls (name, priority, action, is_active, users, rules)
       select 'bench ' || n, n % 100 + 1, 'reject', true, replace(($1::text[])[n % 3 + 1], '#', (n % 89 + 10)::text)::jsonb,
         case n % 2 when 0 then $2::jsonb else $3::jsonb end
       from generate_series(1, $4::int) n`,
      [users.slice(0, 3), everywhere, elsewhere, rules],
    );
  });
}

function removeRules(product: Product): Promise<void> {
  return withDatabase(product, async (database) => {
    await database.query("delete from login_asset_acls where name like 'bench %'");
    await database.query("delete from login_acls where name like 'bench %'");
  });
}

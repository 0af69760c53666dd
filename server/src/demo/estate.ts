import type { Json } from "../engine/json.ts";

/** Names of the organizations; the first is the default one, which keeps its own name. */
export const demoOrganizations = ["Default", "Retail", "Research"] as const;

/** One kind of asset, repeated. */
interface Series {
  /** API collection, e.g. `hosts`. */
  readonly collection: string;
  readonly platform: number;
  readonly protocols: readonly (readonly [name: string, port: number])[];
  /** Path below the root of the tree. */
  readonly node: string;
  readonly name: string;
  readonly count: number;
  readonly accounts: readonly string[];
  /** Address of the n-th; documentation ranges when omitted. */
  readonly address?: (index: number) => string;
  readonly extra?: Readonly<Record<string, Json>>;
  readonly comment?: string;
}

const ssh = [["ssh", 22]] as const;
const linux = (node: string, name: string, count: number, accounts = ["root", "deploy"]): Series => ({
  collection: "hosts",
  platform: 1,
  protocols: [...ssh, ["sftp", 22]],
  node,
  name,
  count,
  accounts,
});
const windows = (node: string, name: string, count: number): Series => ({
  collection: "hosts",
  platform: 5,
  protocols: [["rdp", 3389]],
  node,
  name,
  count,
  accounts: ["Administrator"],
});
const device = (node: string, name: string, count: number, platform = 14): Series => ({
  collection: "devices",
  platform,
  protocols: ssh,
  node,
  name,
  count,
  accounts: ["netadmin"],
});
const database = (
  node: string,
  name: string,
  count: number,
  [platform, protocol, port]: readonly [number, string, number],
): Series => ({
  collection: "databases",
  platform,
  protocols: [[protocol, port]],
  node,
  name,
  count,
  accounts: ["dba"],
  extra: { db_name: "app" },
});
const postgresql = [19, "postgresql", 5432] as const;
const mysql = [17, "mysql", 3306] as const;
const oracle = [20, "oracle", 1521] as const;
const redis = [24, "redis", 6379] as const;
const site = (node: string, name: string, count: number): Series => ({
  collection: "webs",
  platform: 26,
  protocols: [["http", 443]],
  node,
  name,
  count,
  accounts: [],
  address: (index) => `https://${name}-${index}.example.com`,
});
const cluster = (node: string, name: string, count: number): Series => ({
  collection: "clouds",
  platform: 28,
  protocols: [["k8s", 6443]],
  node,
  name,
  count,
  accounts: [],
  address: (index) => `https://${name}-${index}.example.net:6443`,
});
const assistant = (node: string, name: string): Series => ({
  collection: "gpts",
  platform: 29,
  protocols: [["chatgpt", 443]],
  node,
  name,
  count: 1,
  accounts: [],
  address: () => "https://assistant.example.com",
});

const estate: Readonly<Record<(typeof demoOrganizations)[number], readonly Series[]>> = {
  Default: [
    linux("Production/Web", "web-prod", 28),
    linux("Production/Application", "app-prod", 24),
    linux("Production/Batch", "batch-prod", 8),
    linux("Staging/Web", "web-stage", 12),
    linux("Staging/Application", "app-stage", 12),
    linux("Development/Build machines", "build", 10, ["root", "ci"]),
    linux("东京/Web", "tyo-web", 12),
    windows("Office/Windows servers", "win-file", 8),
    windows("Office/Domain controllers", "win-dc", 4),
    device("Network/Core switches", "core-sw", 6),
    device("Network/Access switches", "acc-sw", 16, 15),
    device("Network/Routers", "edge-rt", 4),
    database("Databases/PostgreSQL", "pg-prod", 8, postgresql),
    database("Databases/MySQL", "mysql-prod", 8, mysql),
    database("Databases/Oracle", "ora-erp", 3, oracle),
    database("Databases/Redis", "redis-cache", 6, redis),
    cluster("Cloud/Kubernetes", "k8s", 3),
    site("Web applications", "portal", 4),
    assistant("Web applications", "assistant"),
  ],
  Retail: [
    linux("Shops/North", "shop-north", 24, ["root", "till"]),
    linux("Shops/South", "shop-south", 24, ["root", "till"]),
    linux("Warehouse", "stock", 10),
    windows("Headquarters", "hq-win", 10),
    device("Network", "shop-fw", 12, 16),
    database("Databases", "till-db", 8, mysql),
    site("Web applications", "webshop", 3),
    cluster("Cloud", "retail-k8s", 1),
  ],
  Research: [
    linux("Computing/Nodes", "node", 40, ["root", "slurm"]),
    linux("Computing/Login", "login", 3),
    linux("Laboratory/Instruments", "instrument", 10, ["root"]),
    device("Network", "lab-sw", 6),
    database("Databases", "samples-db", 4, postgresql),
    site("Web applications", "notebooks", 2),
  ],
};

/** First three parts of the documentation ranges addresses are taken from. */
const ranges: Readonly<Record<(typeof demoOrganizations)[number], { v4: string; v6: string }>> = {
  Default: { v4: "192.0.2", v6: "2001:db8:10" },
  Retail: { v4: "198.51.100", v6: "2001:db8:20" },
  Research: { v4: "203.0.113", v6: "2001:db8:30" },
};

/** Bodies of all assets of an organization, by collection. */
export function demoAssets(
  organization: (typeof demoOrganizations)[number],
  secretOf: () => string,
): ReadonlyMap<string, readonly { readonly [key: string]: Json }[]> {
  const bodies = new Map<string, { readonly [key: string]: Json }[]>();
  let host = 10;
  for (const series of estate[organization]) {
    for (let index = 1; index <= series.count; index++) {
      host++;
      const { v4, v6 } = ranges[organization];
      // Every ninth machine is reached by IPv6; there are more of them than the short ranges hold.
      const address = host % 9 === 0 || host > 250 ? `${v6}::${host.toString(16)}` : `${v4}.${host}`;
      const body = {
        name: series.count === 1 ? series.name : `${series.name}-${String(index).padStart(2, "0")}`,
        address: series.address?.(index) ?? address,
        platform: series.platform,
        protocols: series.protocols.map(([name, port]) => ({ name, port })),
        nodes_display: [`/${organization}/${series.node}`],
        comment: series.comment ?? "",
        is_active: host % 41 !== 0,
        accounts: series.accounts.map((username, position) => ({
          name: username,
          username,
          secret_type: "password",
          secret: secretOf(),
          privileged: position === 0,
        })),
        ...series.extra,
      };
      bodies.set(series.collection, [...(bodies.get(series.collection) ?? []), body]);
    }
  }
  return bodies;
}

/** A permission of the demonstration. */
export interface DemoGrant {
  readonly organization: (typeof demoOrganizations)[number];
  readonly name: string;
  readonly groups?: readonly string[];
  readonly users?: readonly string[];
  /** Paths below the root. */
  readonly nodes: readonly string[];
  readonly accounts: readonly string[];
  /** Days from now until it expires; negative when it has. */
  readonly days?: number;
  readonly isActive?: boolean;
}

const grant = (
  organization: DemoGrant["organization"],
  name: string,
  nodes: readonly string[],
  accounts: readonly string[],
  more: Partial<DemoGrant>,
): DemoGrant => ({ organization, name, nodes, accounts, ...more });

/** Who may reach what. */
export const demoGrants: readonly DemoGrant[] = [
  grant("Default", "Operations on production", ["Production"], ["@ALL"], { groups: ["Operations"] }),
  grant("Default", "Operations on staging", ["Staging"], ["@ALL"], { groups: ["Operations"] }),
  grant("Default", "Developers on staging", ["Staging"], ["deploy"], { groups: ["Developers"] }),
  grant("Default", "Developers on build machines", ["Development"], ["@ALL"], { groups: ["Developers"] }),
  grant("Default", "Database work", ["Databases"], ["dba", "@INPUT"], { groups: ["Databases"] }),
  grant("Default", "Network work", ["Network"], ["netadmin"], { groups: ["Network"] }),
  grant("Default", "Service desk", ["Office"], ["@USER", "@INPUT"], { groups: ["Service desk"] }),
  grant("Default", "Vendor maintenance window", ["Production/Batch"], ["deploy"], {
    groups: ["Vendors"],
    days: 2,
  }),
  grant("Default", "Migration of last quarter", ["Databases/Oracle"], ["dba"], {
    groups: ["Databases"],
    days: -20,
  }),
  grant("Default", "Emergency access", ["Production"], ["root"], { users: ["h.tanaka"], isActive: false }),
  grant("Retail", "Shop systems", ["Shops"], ["@ALL"], { groups: ["Shop systems"] }),
  grant("Retail", "Warehouse systems", ["Warehouse"], ["@ALL"], { groups: ["Warehouse"] }),
  grant("Retail", "Night operations", ["Shops", "Warehouse"], ["root"], {
    users: ["operator", "l.wang"],
    days: 30,
  }),
  grant("Retail", "Christmas support", ["Shops/North"], ["till"], { users: ["n.berg"], days: -3 }),
  grant("Research", "Computing", ["Computing"], ["@ALL"], { groups: ["Computing"] }),
  grant("Research", "Instruments", ["Laboratory"], ["root"], { groups: ["Laboratory"], days: 3 }),
  grant("Research", "Vendor access", ["Laboratory"], ["@INPUT"], { groups: ["Vendors"], isActive: false }),
];

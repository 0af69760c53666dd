/** A city of a test: an IPv4 network and its location. */
export interface TestCity {
  /** `203.0.113.0/24` */
  readonly network: string;
  readonly city: string;
  readonly country: string;
}

type Data = string | number | readonly Data[] | { readonly [key: string]: Data };

/** One value of the data section: a control byte with type and size, then what it holds. */
function encode(value: Data): Buffer {
  if (typeof value === "string") {
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.from([(2 << 5) | bytes.length]), bytes]);
  }
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 4]), ...value.map(encode)]);
  const pairs = Object.entries(value);
  return Buffer.concat([
    Buffer.from([(7 << 5) | pairs.length]),
    ...pairs.flatMap(([key, one]) => [encode(key), encode(one)]),
  ]);
}

/** A small geoip database in the MMDB format 2.0, as operators get them from their supplier. */
export function makeGeoipFile(cities: readonly TestCity[]): Buffer {
  type Node = [left: Node | number | null, right: Node | number | null];
  const root: Node = [null, null];
  const nodes: Node[] = [root];
  const data: Buffer[] = [];
  let offset = 0;
  for (const { network, city, country } of cities) {
    const [address = "", prefix = "32"] = network.split("/");
    const bits = address
      .split(".")
      .flatMap((part) => [...Number(part).toString(2).padStart(8, "0")].map(Number));
    const own = encode({ city: { names: { en: city } }, country: { names: { en: country } } });
    let node = root;
    for (const [depth, bit] of bits.slice(0, Number(prefix)).entries()) {
      if (depth === Number(prefix) - 1) {
        node[bit as 0 | 1] = offset;
        break;
      }
      let below = node[bit as 0 | 1];
      if (below === null || typeof below === "number") {
        below = [null, null];
        node[bit as 0 | 1] = below;
        nodes.push(below);
      }
      node = below;
    }
    data.push(own);
    offset += own.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, node] of nodes.entries()) {
    for (const [side, record] of node.entries()) {
      const value =
        record === null
          ? nodes.length
          : typeof record === "number"
            ? nodes.length + 16 + record
            : nodes.indexOf(record);
      tree.writeUIntBE(value, index * 6 + side * 3, 3);
    }
  }
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 4,
    database_type: "Test-City",
    languages: ["en"],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: { en: "test" },
  });
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"),
    metadata,
  ]);
}

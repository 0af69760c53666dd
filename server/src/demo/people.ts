/** A person of the demonstration. */
export interface DemoPerson {
  readonly username: string;
  readonly name: string;
  /** What they do in each organization, by its position. */
  readonly roles: readonly ("admin" | "auditor" | "user" | null)[];
  readonly groups: readonly string[];
  /** Their sign-in is printed. */
  readonly isShown?: boolean;
  readonly isActive?: boolean;
}

const person = (
  username: string,
  name: string,
  roles: DemoPerson["roles"],
  groups: readonly string[] = [],
  more: Partial<DemoPerson> = {},
): DemoPerson => ({ username, name, roles, groups, ...more });

/** Everybody, beside the first administrator. */
export const demoPeople: readonly DemoPerson[] = [
  person("auditor", "Vera Lindqvist", ["auditor", "auditor", "auditor"], [], { isShown: true }),
  person("operator", "Tom Okafor", ["user", "user", null], ["Operations"], { isShown: true }),
  person("h.tanaka", "田中 春香", ["admin", null, null], ["Operations"]),
  person("l.wang", "王磊", ["user", "user", null], ["Operations", "Databases"]),
  person("m.rossi", "Marta Rossi", ["user", null, null], ["Databases"]),
  person("j.keller", "Jonas Keller", ["user", null, null], ["Network"]),
  person("s.novak", "Sofia Novak", ["user", null, null], ["Network"]),
  person("a.diallo", "Awa Diallo", ["user", "admin", null], ["Operations"]),
  person("p.silva", "Pedro Silva", ["user", null, null], ["Developers"]),
  person("e.martin", "Élodie Martin", ["user", null, null], ["Developers"]),
  person("k.sato", "佐藤 健", ["user", null, null], ["Developers"]),
  person("y.chen", "陈雨", ["user", null, null], ["Developers", "Databases"]),
  person("d.cohen", "Dana Cohen", ["user", null, null], ["Service desk"]),
  person("r.patel", "Rohan Patel", ["user", null, null], ["Service desk"]),
  person("i.petrova", "Irina Petrova", ["user", null, null], ["Service desk"], { isActive: false }),
  person("n.berg", "Nils Berg", [null, "user", null], ["Shop systems"]),
  person("c.moreau", "Claire Moreau", [null, "user", null], ["Shop systems"]),
  person("f.garcia", "Felipe García", [null, "user", null], ["Warehouse"]),
  person("g.kim", "김지민", [null, "user", null], ["Warehouse"]),
  person("b.jensen", "Birgit Jensen", [null, "auditor", null]),
  person("o.mensah", "Osei Mensah", [null, null, "admin"], ["Laboratory"]),
  person("w.zhao", "赵薇", [null, null, "user"], ["Laboratory"]),
  person("q.dubois", "Quentin Dubois", [null, null, "user"], ["Computing"]),
  person("t.yamada", "山田 太郎", [null, null, "user"], ["Computing"]),
  person("x.contractor", "Alex Contractor", ["user", null, "user"], ["Vendors"]),
];

import type { Json } from "../../engine/json.ts";
import type { ResourceDeclaration } from "../../engine/resource/declaration.ts";
import { type Application, ask, type Caller } from "./callers.ts";
import type { Objects } from "./evaluate.ts";

/** A list whose objects belong to one organization, and an object of the default one in it. */
export interface Target {
  readonly list: string;
  readonly id: string;
  readonly declaration: ResourceDeclaration;
  /** The object as an administrator of its own organization sees it. */
  readonly row: Readonly<Record<string, Json>>;
}

/** Resources whose rows the administrator of another organization must not reach; the rest is global. */
export function targetsOf(
  resources: readonly ResourceDeclaration[],
  objects: Objects,
  rows: ReadonlyMap<string, Readonly<Record<string, Json>>>,
): Target[] {
  return resources.flatMap((declaration) => {
    const list = `/api/v1/${declaration.path}/`;
    const [id, row] = [objects[list], rows.get(list)];
    return id === undefined || row === undefined ? [] : [{ list, id, declaration, row }];
  });
}

/**
 * Tries to reach an object from another organization in every way a resource has, as that organization's
 * administrator. Answers what succeeded; one line each.
 */
export async function reach(application: Application, stranger: Caller, target: Target): Promise<string[]> {
  const problems: string[] = [];
  const report = (what: string, answer: unknown) =>
    problems.push(`${what}: ${JSON.stringify(answer)?.slice(0, 200)}`);
  const call = (method: string, path: string, body?: Json) => ask(application, stranger, method, path, body);
  const { list, id, declaration } = target;
  const isRefused = (status: number) => [401, 403, 404, 405].includes(status);

  for (const query of queries(target)) {
    // Administrators look for people of other organizations, to invite them: users are the installation's.
    const suggestions = list === "/api/v1/users/users/" ? [] : [`${list}suggestions/`];
    for (const path of [list, ...suggestions]) {
      const { status, body } = await call("GET", `${path}?${query}`);
      if (status === 200 && JSON.stringify(body).includes(`"${id}"`))
        report(`GET ${path}?${query} shows it`, "");
      if (status >= 500) report(`GET ${path}?${query} answers ${status}`, body);
    }
  }
  for (const switching of ["", "?oid=00000000-0000-0000-0000-000000000002", "?oid=root", "?oid=default"]) {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const body = method === "PUT" || method === "PATCH" ? { name: "taken", comment: "taken" } : undefined;
      const { status, body: answer } = await call(method, `${list}${id}/${switching}`, body);
      // Refused for every id, before it is looked for: nothing is deleted in the global view.
      const isGlobal = method === "DELETE" && switching === "?oid=root" && status === 400;
      if (!isRefused(status) && !isGlobal)
        report(`${method} ${list}{id}/${switching} answers ${status}`, answer);
    }
    for (const action of declaration.actions ?? []) {
      if (action.on !== "object") continue;
      for (const method of action.methods) {
        const { status, body } = await call(
          method,
          `${list}${id}/${action.name}/${switching}`,
          method === "GET" ? undefined : {},
        );
        if (!isRefused(status))
          report(`${method} ${list}{id}/${action.name}/${switching} answers ${status}`, body);
      }
    }
  }
  await reachInBulk(call, target, report);
  return problems;
}

type Call = (method: string, path: string, body?: Json) => ReturnType<typeof ask>;

async function reachInBulk(
  call: Call,
  { list, id }: Target,
  report: (what: string, answer: unknown) => void,
): Promise<void> {
  const selection = await call("POST", "/api/v1/common/resources/cache/", { resources: [id] });
  const { spm } = selection.body as { spm: string };
  const selected = await call("GET", `${list}?spm=${spm}`);
  if (selected.status === 200 && JSON.stringify(selected.body).includes(`"${id}"`))
    report(`GET ${list}?spm= shows it`, "");
  for (const query of exports(spm, id)) {
    const { status, body } = await call("GET", `${list}?${query}`);
    if (status === 200 && String(body).includes(id)) report(`GET ${list}?${query} exports it`, "");
    if (status >= 500) report(`GET ${list}?${query} answers ${status}`, body);
  }
  for (const query of [`spm=${spm}`, `ids=${id}`, `id=${id}`]) await call("DELETE", `${list}?${query}`);
  for (const method of ["PUT", "PATCH"]) {
    const { status, body } = await call(method, list, [{ id, name: "taken", comment: "taken" }]);
    if (status < 300 && JSON.stringify(body).includes(id))
      report(`${method} ${list} with its id answers ${status}`, body);
  }
}

/** Ways to have the object in a file. */
function exports(spm: string, id: string): string[] {
  const own = "00000000-0000-0000-0000-000000000002";
  const narrowed = ["", `&spm=${spm}`, `&ids=${id}`, `&id=${id}`, `&oid=${own}`, "&oid=root", "&limit=100"];
  return ["export", "import", "update"].flatMap((template) =>
    narrowed.map((query) => `format=csv&template=${template}${query}`),
  );
}

/** Every filter the resource declares, and those every list has, with values that would find the object. */
function queries({ id, declaration, row }: Target): string[] {
  const found = (value: unknown): string[] => {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return value.flatMap(found);
    if (typeof value === "object") return Object.values(value).flatMap(found);
    return [String(value)];
  };
  const values = [...new Set([id, ...found(row)])].filter((value) => value !== "" && value.length < 100);
  const own = Object.keys(declaration.filters ?? {}).flatMap((name) => [
    ...found(row[name]).map((value) => [name, value] as const),
    [name, id] as const,
  ]);
  const common: (readonly [string, string])[] = [
    ["ids", id],
    ["id", id],
    ["search", String(row.name ?? row.value ?? "")],
    ["all", "1"],
    ["action", "retrieve"],
    ["_rel", "or"],
    ["fields_size", "mini"],
    ["limit", "100"],
    ["order", "id"],
    ["org_id", "00000000-0000-0000-0000-000000000002"],
    ["oid", "00000000-0000-0000-0000-000000000002"],
    ["oid", "root"],
    ...values.slice(0, 30).map((value) => ["search", value] as const),
  ];
  const pairs = [...own, ...common].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return [...new Set(pairs)];
}

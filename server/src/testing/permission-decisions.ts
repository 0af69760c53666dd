import { createPermissionPort } from "../areas/roles/index.ts";
import type { ConnectionOptions } from "../engine/database/connection.ts";
import { openDatabase } from "../engine/database/database.ts";
// The tables and options that areas and the HTTP layer declare, for anyone who compiles this file on its own.
import type {} from "./product.ts";

/** Who asks for what, where. */
export interface DecisionCase {
  readonly userId: string;
  readonly organizationId: string;
  readonly code: string;
}

/**
 * Decides the cases again and again with the product's own port on a database, warmed up, as requests do.
 *
 * @returns milliseconds of one decision, on average
 */
export async function timeDecisions(
  connection: ConnectionOptions,
  cases: readonly DecisionCase[],
  rounds: number,
): Promise<number> {
  const { db, close } = openDatabase(connection, { poolSize: 1, applicationName: "permission decisions" });
  const port = createPermissionPort(db);
  const decide = async ({ userId, organizationId, code }: DecisionCase): Promise<boolean> => {
    const principal = { id: userId, username: "", name: "", isServiceAccount: false, mustAcceptTerms: false };
    const organization = {
      id: organizationId,
      name: "",
      comment: "",
      isRoot: false,
      isDefault: false,
      isSystem: false,
    };
    return (await port.permissions(principal, organization, 1)).has(code);
  };
  for (const one of cases) await decide(one);
  await close();
  const started = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    for (const one of cases) await decide(one);
  }
  return (performance.now() - started) / (rounds * cases.length);
}

import type { RunnerMethods } from "../method.ts";
import { loadProtocols } from "../protocols/index.ts";

/** What runners can do. */
export const runnerMethods: RunnerMethods = {
  ping: async (protocols) => {
    await loadProtocols(protocols);
    return (await import("./ping.ts")).ping;
  },
  verify_account: async (protocols) => {
    await loadProtocols(protocols);
    return (await import("./ping.ts")).verifyAccount;
  },
  change_secret: async (protocols) => {
    const { loadMeans } = await import("../change/index.ts");
    await Promise.all([loadProtocols(protocols), loadMeans(protocols)]);
    return (await import("./change-secret.ts")).changeSecret;
  },
  trust_authority: async (protocols) => {
    await loadProtocols(protocols);
    return (await import("./trust-authority.ts")).trustAuthority;
  },
  distrust_authority: async (protocols) => {
    await loadProtocols(protocols);
    return (await import("./trust-authority.ts")).distrustAuthority;
  },
  run_statement: async (protocols) => {
    await (await import("../statements/index.ts")).statements.load(protocols);
    return (await import("./run-statement.ts")).runStatement;
  },
  ping_gateway: async () => (await import("./gateway.ts")).testGateway,
  verify_gateway_account: async () => (await import("./gateway.ts")).testGateway,
  gather_accounts: async (protocols) => {
    const { accountReaders } = await import("../facts/database-accounts.ts");
    await Promise.all([loadProtocols(protocols), accountReaders.load(protocols)]);
    return (await import("./gather-accounts.ts")).gatherAccounts;
  },
  gather_facts: async (protocols) => {
    await loadProtocols(protocols);
    return (await import("./gather-facts.ts")).gatherFacts;
  },
};

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isRecord } from "../../../kit/api/api-error.ts";
import { objectQuery } from "../../../kit/api/resources.ts";
import { asProtocols, type Protocol } from "../../../kit/field-kinds/protocols.tsx";
import type { Choice, Row } from "../../../kit/metadata/types.ts";

/** The things the product can do on assets by itself, in the order they are set. */
export const AUTOMATION_ITEMS = [
  "ping",
  "gather_facts",
  "change_secret",
  "push_account",
  "verify_account",
  "gather_accounts",
] as const;

/** What a type of platform allows (docs/contract/assets.md, "Constraints"). */
export interface Constraints {
  readonly charset: boolean;
  readonly domain: boolean;
  readonly su: boolean;
  readonly suMethods: readonly string[];
  readonly protocols: readonly Protocol[];
  /** Whether anything is automated at all. */
  readonly automated: boolean;
  readonly automationConfig: Row;
  /** The methods of what can be automated, by item; an item without an entry cannot. */
  readonly methods: Readonly<Record<string, readonly Choice[]>>;
}

function readMethods(automation: Row): Constraints["methods"] {
  const allowed = AUTOMATION_ITEMS.filter((item) => automation[`${item}_enabled`] === true);
  return Object.fromEntries(
    allowed.map((item) => {
      const methods = automation[`${item}_methods`];
      const choices = (Array.isArray(methods) ? methods : [])
        .filter(isRecord)
        .map(({ id, name }) => ({ value: String(id), label: String(name ?? id) }));
      return [item, choices];
    }),
  );
}

/** Reads constraints from the server's answer; what it does not mention is not allowed. */
export function readConstraints(answer: Row): Constraints {
  const automation = isRecord(answer.automation) ? answer.automation : {};
  return {
    charset: answer.charset_enabled === true,
    domain: answer.domain_enabled === true,
    su: answer.su_enabled === true,
    suMethods: Array.isArray(answer.su_methods) ? answer.su_methods.map(String) : [],
    protocols: asProtocols(answer.protocols),
    automated: automation.ansible_enabled === true,
    automationConfig: isRecord(automation.ansible_config) ? automation.ansible_config : {},
    methods: readMethods(automation),
  };
}

/** What a type allows; nothing is asked until both are known. */
export function useConstraints(category: string | undefined, type: string | undefined) {
  const query = new URLSearchParams({ category: category ?? "", type: type ?? "" });
  const answer = useQuery({
    ...objectQuery<Row>(`/api/v1/assets/categories/constraints/?${query.toString()}`),
    enabled: category !== undefined && type !== undefined,
    staleTime: 300_000,
  });
  const constraints = useMemo(
    () => (answer.data === undefined ? undefined : readConstraints(answer.data)),
    [answer.data],
  );
  return {
    constraints,
    error: answer.error,
    retry: () => void answer.refetch(),
  };
}

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { objectQuery } from "../../kit/api/resources.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { useEndpointTexts } from "./endpoint-texts.ts";

const STATES = ["used", "inactive", "no_endpoint", "no_ports", "covered"] as const;

/** What keeps a rule from being used (docs/contract/endpoints.md, section 4). */
export interface RuleReach {
  readonly id: string;
  readonly state: (typeof STATES)[number];
  readonly causes: readonly string[];
}

/** Whether each rule is ever used, by its id; undefined where the server does not tell. */
export function useRuleReach(): ReadonlyMap<string, RuleReach> | undefined {
  const { data } = useQuery({
    ...objectQuery<{ readonly rules?: readonly RuleReach[] }>("/api/v1/sallyport/endpoint-rules/reach/"),
    retry: false,
  });
  const rules = data?.rules;
  return useMemo(
    () => (rules === undefined ? undefined : new Map(rules.map((reach) => [reach.id, reach]))),
    [rules],
  );
}

/** Whether a rule is used, or what keeps it from that. */
export function ReachCell({ reach }: { readonly reach: RuleReach | undefined }) {
  const { t } = useEndpointTexts();
  if (reach === undefined || !STATES.includes(reach.state)) return null;
  const { state, causes } = reach;
  return (
    <StatusMark
      good={state === "used"}
      calm={state === "inactive"}
      text={t(`endpoints:reach.${state}`, { names: causes.join(t("endpoints:comma")), count: causes.length })}
    />
  );
}

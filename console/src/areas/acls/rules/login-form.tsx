import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Row } from "../../../kit/metadata/types.ts";
import { LOGIN_ACLS } from "../resources.ts";
import { RuleForm } from "./rule-form.tsx";
import { useConditions } from "./use-conditions.ts";

const TITLES = { create: "loginAclCreate", update: "loginAclUpdate" } as const;

/** Creates or changes a sign-in rule; opened from a user's page (`?user=<id>`) it is about this user. */
export default function LoginRuleForm() {
  const { group, rules } = useConditions();
  const [address] = useSearchParams();
  const user = address.get("user");
  const initial = useMemo<Row>(() => (user === null ? {} : { users: { type: "ids", ids: [user] } }), [user]);
  const overrides = useMemo(() => ({ rules }), [rules]);
  return (
    <RuleForm
      resource={LOGIN_ACLS}
      titles={TITLES}
      groups={[group]}
      overrides={overrides}
      initial={initial}
      foresees="signIns"
      everywhere
    />
  );
}

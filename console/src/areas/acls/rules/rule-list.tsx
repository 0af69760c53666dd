import { useMemo } from "react";
import type { ColumnOverride } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import { accountNames } from "../../permissions/index.ts";
import { About } from "./about.tsx";
import { MethodNames } from "./method-names.tsx";
import { ruleColumns } from "./rule-columns.ts";

/** What sets the list of one kind of rule apart from the others. */
interface RuleListProps {
  readonly resource: ResourceDescriptor;
  readonly label: string;
  readonly createLabel: string;
  readonly emptyHint: string;
  /** Columns shown after the name. */
  readonly about?: readonly string[];
  readonly overrides?: Readonly<Record<string, ColumnOverride>>;
  /** Whether copies can be made; they can unless told. */
  readonly duplicates?: boolean;
}

const WITHOUT_COPIES = ["update", "delete"] as const;
/** The columns that all kinds have, where they have them. */
const CELLS: Readonly<Record<string, ColumnOverride>> = {
  users: { render: ({ users }) => <About filter={users} /> },
  assets: { render: ({ assets }) => <About filter={assets} /> },
  accounts: { render: ({ accounts }) => accountNames(accounts) },
  connect_methods: { render: ({ connect_methods }) => <MethodNames methods={connect_methods} /> },
};

/** The rules of one kind, in the order in which they are gone through. */
export function RuleList({ about, overrides, duplicates = true, ...list }: RuleListProps) {
  const columns = useMemo(
    () => ({ ...ruleColumns(about), overrides: { ...CELLS, ...overrides } }),
    [about, overrides],
  );
  return (
    <ResourceList
      resource={list.resource}
      label={list.label}
      columns={columns}
      create={{ label: list.createLabel }}
      toolbar={{ exports: false, imports: false }}
      bulk={{ activation: true }}
      emptyHint={list.emptyHint}
      {...(duplicates ? {} : { rows: { builtIns: WITHOUT_COPIES } })}
    />
  );
}

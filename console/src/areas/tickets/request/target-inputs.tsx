import { useMemo } from "react";
import type { FieldInputProps, RelatedSource } from "../../../kit/field-kinds/field-kind.ts";
import { RelatedManyInput } from "../../../kit/field-kinds/related-input.tsx";
import { useFormAnswer, useFormScope } from "../../../kit/form/form-context.ts";
import { ASSET_OPTIONS, NODE_OPTIONS } from "../../assets/index.ts";
import { AccountsInput } from "../../permissions/index.ts";

/** The organization a form asks for access in. */
function useAskedOrganization(): string {
  return useFormAnswer(({ org_id }) => (typeof org_id === "string" ? org_id : ""));
}

/** Options by what anybody may look up, in the organization the form is about. */
function useSuggested(source: RelatedSource): RelatedSource {
  const oid = useAskedOrganization();
  return useMemo(() => ({ ...source, url: `${source.url}suggestions/`, query: { oid } }), [source, oid]);
}

/** Assets of the organization the form is about. */
export function AskedAssetsInput(props: FieldInputProps) {
  return <RelatedManyInput {...props} related={useSuggested(ASSET_OPTIONS)} />;
}

/** Nodes of the organization the form is about. */
export function AskedNodesInput(props: FieldInputProps) {
  return <RelatedManyInput {...props} related={useSuggested(NODE_OPTIONS)} />;
}

function keys(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).map((item: unknown) =>
    String(typeof item === "object" && item !== null && "value" in item ? item.value : item),
  );
}

/** Accounts on the assets and nodes that are chosen above. */
export function AskedAccountsInput(props: FieldInputProps) {
  const { values } = useFormScope();
  const organization = useAskedOrganization();
  return (
    <AccountsInput
      {...props}
      templates={false}
      organization={organization}
      covering={() => {
        const { apply_assets, apply_nodes } = values.get();
        return { assets: keys(apply_assets), nodes: keys(apply_nodes) };
      }}
    />
  );
}

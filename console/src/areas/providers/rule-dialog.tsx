import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../kit/api/client.ts";
import { fieldsOf, metadataQuery } from "../../kit/api/resources.ts";
import { FormDialog } from "../../kit/dialog/form-dialog.tsx";
import { toast } from "../../kit/feedback.ts";
import type { FieldOverrides } from "../../kit/form/form-model.ts";
import type { ListHandle } from "../../kit/list/list-props.ts";
import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { RULES, type Source } from "./sources.ts";
import { useSourceTexts } from "./use-source-texts.ts";

/** The organization over all others, in which groups of every one are to choose from. */
const EVERYWHERE = "00000000-0000-0000-0000-000000000000";

/** The role of components; it is not given to people. */
const COMPONENT_ROLE = "00000000-0000-0000-0000-000000000004";

const roleLabel = (role: Row): string => valueText(role.display_name ?? role.name);

type Gift = "system" | "organizationRole" | "group";

/** What a saved rule gives. */
const giftOf = ({ role, organization }: Row): Gift =>
  role === null ? "group" : organization === null ? "system" : "organizationRole";

const shownFor = (gift: Gift) => ({ hidden: ({ gives }: { gives?: unknown }) => gives !== gift });

const OVERRIDES: FieldOverrides = {
  system_role: {
    ...shownFor("system"),
    required: true,
    related: {
      url: "/api/v1/rbac/system-roles/",
      label: roleLabel,
      accept: ({ id }) => id !== COMPONENT_ROLE,
    },
  },
  organization_role: {
    ...shownFor("organizationRole"),
    required: true,
    related: { url: "/api/v1/rbac/org-roles/", label: roleLabel },
  },
  organization: {
    ...shownFor("organizationRole"),
    required: true,
    related: { url: "/api/v1/orgs/orgs/" },
  },
  group: {
    ...shownFor("group"),
    required: true,
    related: {
      url: "/api/v1/users/groups/",
      query: { oid: EVERYWHERE, fields: "id,name,org_name" },
      label: ({ name, org_name: organization }) => `${String(name)} (${String(organization)})`,
    },
  },
};

/** The fields of a rule as a person enters them: one choice of what it gives, and then which. */
function enteredFields(announced: FieldMap, label: (gift: Gift | "gives") => string): FieldMap {
  const { attribute, value, role, organization, group, comment } = announced;
  if (!attribute || !value || !role || !organization || !group || !comment) return {};
  const { help_text: _help, ...place } = organization;
  return {
    attribute,
    value,
    gives: {
      type: "choice",
      label: label("gives"),
      required: true,
      default: "group",
      choices: (["system", "organizationRole", "group"] as const).map((gift) => ({
        value: gift,
        label: label(gift),
      })),
    },
    system_role: { ...role, label: label("system") },
    organization_role: { ...role, label: label("organizationRole") },
    organization: place,
    group,
    comment,
  };
}

/** The body of the API: what is not given is null, also where it was before. */
function wireRule(source: Source, entered: Record<string, unknown>): Record<string, unknown> {
  const { gives: _gives, system_role: system, organization_role: inOrganization, ...rest } = entered;
  return {
    ...rest,
    source: source.name,
    role: system ?? inOrganization ?? null,
    organization: rest.organization ?? null,
    group: rest.group ?? null,
  };
}

interface RuleDialogProps {
  readonly source: Source;
  readonly row?: Row;
  readonly list: ListHandle;
  readonly onClose: () => void;
}

/** A rule, new or changed. */
export function RuleDialog({ source, row, list, onClose }: RuleDialogProps) {
  const { t } = useSourceTexts();
  const { data } = useQuery(metadataQuery(RULES.url));
  const fields = useMemo(
    () => enteredFields(fieldsOf(data, "POST"), (text) => t(`sources:rules.${text}`)),
    [data, t],
  );
  const object = useMemo(
    () =>
      row === undefined
        ? undefined
        : { ...row, gives: giftOf(row), system_role: row.role, organization_role: row.role },
    [row],
  );
  const save = async (entered: Record<string, unknown>) => {
    const body = wireRule(source, entered);
    await (row === undefined
      ? api(RULES.url, { method: "POST", body })
      : api(`${RULES.url}${String(row.id)}/`, { method: "PUT", body }));
    toast("success", t("sources:rules.saved"));
    onClose();
    await list.reload();
  };
  if (data === undefined) return null;
  return (
    <FormDialog
      title={t(row === undefined ? "sources:rules.create" : "sources:rules.edit")}
      fields={fields}
      overrides={OVERRIDES}
      {...(object === undefined ? {} : { object })}
      confirmText={t("common:save")}
      onConfirm={save}
      onClose={onClose}
    />
  );
}

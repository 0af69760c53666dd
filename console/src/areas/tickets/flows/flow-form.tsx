import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { FieldOverrides, FormValues } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { Page } from "../../../kit/page.tsx";
import { FLOWS, TICKET_TYPES } from "../resources.ts";
import { type FlowRule, LEVELS, levelsOf, readRules, writeRules } from "./flow.ts";
import { RulesInput } from "./rules-input.tsx";
import "../tickets.css";

/** Whether a level that counts has nobody to ask. */
function lacksApprovers(value: unknown, { approval_level }: FormValues): boolean {
  const rules = (Array.isArray(value) ? (value as FlowRule[]) : []).slice(0, levelsOf(approval_level));
  return rules.some(({ strategy, assignees }) => strategy === "custom_user" && assignees.length === 0);
}

/** Changes how many levels a flow has, and who approves at each. */
export default function FlowForm() {
  const { t } = useTranslation(["tickets", "routes"]);
  const overrides = useMemo<FieldOverrides>(
    () => ({
      type: {
        label: t("tickets:field.type"),
        metadata: { type: "labeled_choice", required: true },
        disabled: true,
        choices: TICKET_TYPES.map((value) => ({ value, label: t(`tickets:type.${value}`) })),
      },
      approval_level: {
        label: t("tickets:flow.level"),
        metadata: { type: "labeled_choice", required: true },
        choices: LEVELS.map((value) => ({ value, label: t(`tickets:flow.levels.${value}`) })),
        toForm: levelsOf,
      },
      rules: {
        label: t("tickets:flow.approverTitle"),
        metadata: { type: "list", required: true },
        input: RulesInput,
        toForm: readRules,
        toWire: (value) => value,
        problem: (value, values) =>
          lacksApprovers(value, values) ? t("tickets:flow.approversMissing") : undefined,
      },
    }),
    [t],
  );
  const groups = useMemo(
    () => [
      { title: t("tickets:flow.basic"), fields: ["type"] },
      { title: t("tickets:flow.approval"), fields: ["approval_level", "rules", "mfa_required"] },
    ],
    [t],
  );
  return (
    <Page title={t("routes:flowUpdate")}>
      <ResourceForm
        resource={FLOWS}
        groups={groups}
        overrides={overrides}
        prepare={(body) => ({
          ...body,
          type: plainValue(body.type),
          rules: writeRules(body.rules, levelsOf(body.approval_level)),
        })}
      />
    </Page>
  );
}

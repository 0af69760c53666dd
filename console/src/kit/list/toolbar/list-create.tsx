import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useList } from "../list-context.ts";
import type { CreatePlan } from "../list-props.ts";
import { CreateButton } from "./create-button.tsx";

const USUAL: CreatePlan = {};

/**
 * What the create button of a list does, for those who see it: those who may create here, and those who hold the
 * permission but cannot use it in the organization over all others, who are informed.
 *
 * @returns undefined for lists without
 */
export function useCreation(plan: CreatePlan | null = USUAL): CreatePlan | undefined {
  const { resource, may } = useList();
  const navigate = useNavigate();
  const path = resource.routes.create;
  if (plan === null || !(may.add || may.withheld.add)) return undefined;
  if (plan.run !== undefined) return plan;
  return path === undefined ? undefined : { ...plan, run: () => void navigate(`${path}${plan.query ?? ""}`) };
}

/** The create button of a list, where there is one. */
export function ListCreate({ plan }: { readonly plan: CreatePlan | null | undefined }) {
  const { t } = useTranslation("list");
  const { may } = useList();
  const creation = useCreation(plan);
  if (creation?.run === undefined) return null;
  return (
    <CreateButton
      label={creation.label}
      refusal={may.add ? undefined : t("root.create")}
      onCreate={creation.run}
    />
  );
}

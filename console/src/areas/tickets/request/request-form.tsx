import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { refreshData } from "../../../kit/api/resources.ts";
import { closeTabState } from "../../../kit/close-tab-state.ts";
import { toast } from "../../../kit/feedback.ts";
import "../../../kit/field-kinds/inputs.ts";
import { FormBody } from "../../../kit/form/form-body.tsx";
import "../../../kit/form/form.css";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { Page } from "../../../kit/page.tsx";
import { isRootOrganization, type Organization, useSession } from "../../../kit/session.ts";
import { ALL_ACTIONS } from "../actions.ts";
import { MY_TICKETS_PAGE, TICKET_SETS } from "../resources.ts";
import { ticketPath } from "../ticket.ts";
import { useAccessFields, useAccessOverrides } from "./access-fields.ts";
import { usualTime } from "./usual-time.ts";

/** The longest title the API takes, in characters. */
const LONGEST_TITLE = 256;

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** What nobody chose is not asked for. */
function withoutEmpty(body: Row): Row {
  const optional = ["apply_assets", "apply_nodes", "apply_accounts"];
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !(optional.includes(name) && isEmptyList(value))),
  );
}

/** The organizations somebody can ask for access in. */
function useAskable(): readonly Organization[] {
  const { profile } = useSession();
  return (profile.workbench_orgs ?? []).filter((organization) => !isRootOrganization(organization));
}

function useRequestFields(organizations: readonly Organization[]): FieldMap {
  const { t } = useTranslation("tickets");
  const access = useAccessFields();
  return useMemo(
    () => ({
      title: { type: "string", required: true, label: t("field.title"), max_length: LONGEST_TITLE },
      org_id: {
        type: "choice",
        required: true,
        label: t("field.org_name"),
        choices: organizations.map(({ id, name }) => ({ value: id, label: name })),
      },
      ...access,
      comment: { type: "string", label: t("field.comment"), help_text: t("form.reasonHelp") },
    }),
    [t, access, organizations],
  );
}

/** Asks for access to assets. */
export default function RequestForm() {
  const { t } = useTranslation(["tickets", "routes"]);
  const { profile, settings, organization } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const client = useQueryClient();
  const organizations = useAskable();
  const fields = useRequestFields(organizations);
  const access = useAccessOverrides();
  const overrides = useMemo<FieldOverrides>(
    () => ({
      ...access,
      org_id: {
        hidden: () => organizations.length < 2,
        onChange: () => ({ apply_assets: [], apply_nodes: [] }),
      },
    }),
    [access, organizations],
  );
  const here = organizations.find(({ id }) => id === organization?.id) ?? organizations[0];
  const initial = useMemo<Row>(
    () => ({
      title: t("tickets:form.titleDefault", { name: profile.name }),
      org_id: here?.id,
      apply_accounts: ["@ALL"],
      apply_actions: ALL_ACTIONS,
      apply_date_start: new Date(),
      apply_date_expired: new Date(Date.now() + usualTime(settings)),
    }),
    [t, profile.name, here?.id, settings],
  );
  const groups = useMemo(
    () => [
      { title: t("tickets:form.about"), fields: ["title", "org_id"] },
      {
        title: t("tickets:form.access"),
        fields: [
          "apply_assets",
          "apply_nodes",
          "apply_accounts",
          "apply_actions",
          "apply_date_start",
          "apply_date_expired",
        ],
      },
      { title: t("tickets:form.other"), fields: ["comment"] },
    ],
    [t],
  );
  return (
    <Page title={t("routes:requestAssetPermission")} help={t("tickets:form.chooseTarget")}>
      <FormBody
        url={`${TICKET_SETS.apply_asset.url}open/`}
        fields={fields}
        groups={groups}
        overrides={overrides}
        initial={initial}
        object={undefined}
        editing={false}
        cloneFrom={null}
        saveAndContinue={false}
        saveText={t("tickets:form.send")}
        prepare={(body) => ({ org_id: here?.id, ...withoutEmpty(body) })}
        afterSave={({ saved }) => {
          void refreshData(client);
          toast("success", t("tickets:form.sent"));
          const path = saved === undefined ? undefined : ticketPath(saved);
          void navigate(path ?? MY_TICKETS_PAGE, { state: closeTabState(pathname) });
        }}
      />
    </Page>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useLaterTexts } from "../../i18n/use-later-texts.ts";
import { objectQuery } from "../../kit/api/resources.ts";
import { asProtocols, defaultProtocols } from "../../kit/field-kinds/protocols.tsx";
import type { FieldOverrides } from "../../kit/form/form-model.ts";
import { ResourceForm } from "../../kit/form/resource-form.tsx";
import { FailureNotice } from "../../kit/list/list-states.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import { AccountsInput, inlineAccounts } from "./accounts-input.tsx";
import { DOMAINS, domainIdOf, GATEWAY_PLATFORM, gatewaysOf, gatewaysPath } from "./domain-resources.ts";
import { NODE_OPTIONS, PLATFORMS } from "./resources.ts";

/** Creates or changes a gateway: a host whose platform, and whose domain when the address names one, are settled. */
export default function GatewayForm() {
  useLaterTexts();
  const { t } = useTranslation(["domains", "assets", "routes", "kit"]);
  const { id } = useParams();
  const [address] = useSearchParams();
  const isNew = id === undefined && address.get("clone_from") === null;
  const domain = address.get("domain") ?? undefined;
  const platform = useQuery(objectQuery<Row>(`${PLATFORMS.url}${GATEWAY_PLATFORM}/`));
  const available = useMemo(() => asProtocols(platform.data?.protocols), [platform.data]);
  const resource = useMemo(() => gatewaysOf(domain), [domain]);
  const overrides = useMemo<FieldOverrides>(
    () => ({
      platform: { related: { url: PLATFORMS.url }, disabled: true },
      nodes: { related: NODE_OPTIONS, required: true },
      protocols: { metadata: { default: available } },
      domain: {
        related: { url: DOMAINS.url, query: { fields_size: "mini" } },
        disabled: domain !== undefined,
      },
      accounts: {
        label: t("assets:accounts"),
        help: t("gateway.accountsHelp"),
        input: AccountsInput,
        hidden: () => !isNew,
        toForm: () => [],
        toWire: inlineAccounts,
      },
      comment: { help: t("assets:commentHelp") },
    }),
    [t, available, isNew, domain],
  );
  const initial = useMemo<Row>(
    () => ({
      is_active: true,
      platform: platform.data === undefined ? undefined : { id: platform.data.id, name: platform.data.name },
      protocols: defaultProtocols(available),
      nodes: address.get("node") === null ? [] : [address.get("node")],
      domain,
      labels: [],
    }),
    [platform.data, available, address, domain],
  );
  const groups = useMemo(
    () => [
      { title: t("assets:group.basic"), fields: ["name", "address", "platform", "nodes"] },
      { title: t("assets:group.protocols"), fields: ["protocols"] },
      { title: t("assets:group.accounts"), fields: ["accounts"] },
      { title: t("assets:group.other"), fields: ["domain", "labels", "is_active", "comment"] },
    ],
    [t],
  );
  const next = (saved: Row) => {
    const into = domain ?? domainIdOf(saved);
    return into === undefined ? DOMAINS.routes.list : gatewaysPath(into);
  };
  return (
    <Page title={t(id === undefined ? "routes:gatewayCreate" : "routes:gatewayUpdate")}>
      {platform.error !== null ? (
        <FailureNotice
          error={platform.error}
          title={t("kit:detail.loadFailed")}
          onRetry={() => void platform.refetch()}
        />
      ) : platform.data === undefined ? (
        <div className="form-skeleton" role="status" />
      ) : (
        <ResourceForm
          resource={resource}
          groups={groups}
          overrides={overrides}
          initial={initial}
          next={next}
        />
      )}
    </Page>
  );
}

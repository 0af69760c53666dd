import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { objectQuery } from "../../kit/api/resources.ts";
import { asProtocols, defaultProtocols } from "../../kit/field-kinds/protocols.tsx";
import type { FieldOverride } from "../../kit/form/form-model.ts";
import { ResourceForm } from "../../kit/form/resource-form.tsx";
import { FailureNotice } from "../../kit/list/list-states.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { AccountsInput, inlineAccounts } from "./accounts-input.tsx";
import { HOSTS, NODE_OPTIONS, PLATFORMS } from "./resources.ts";

/** Creates or changes a host. The platform decides the protocols. */
export default function HostForm() {
  const { t } = useTranslation(["assets", "routes", "kit"]);
  const { id } = useParams();
  const [address] = useSearchParams();
  const editing = id !== undefined;
  const sourceId = id ?? address.get("clone_from") ?? undefined;
  const source = useQuery({
    ...objectQuery<Row>(`${HOSTS.url}${sourceId ?? ""}/`),
    enabled: sourceId !== undefined,
  });
  const platformId =
    address.get("platform") ?? (sourceId === undefined ? "1" : plainValue(source.data?.platform)?.toString());
  const platform = useQuery({
    ...objectQuery<Row>(`${PLATFORMS.url}${platformId ?? ""}/`),
    enabled: platformId !== undefined,
  });
  const available = useMemo(() => asProtocols(platform.data?.protocols), [platform.data]);
  const overrides = useMemo<Readonly<Record<string, FieldOverride>>>(
    () => ({
      platform: {
        related: { url: PLATFORMS.url, query: { category: "host" } },
        help: t("platformHelp"),
        disabled: true,
      },
      nodes: { related: NODE_OPTIONS, required: true },
      protocols: { metadata: { default: available } },
      accounts: {
        label: t("accounts"),
        help: t("accountsHelp"),
        input: AccountsInput,
        hidden: () => sourceId !== undefined,
        toForm: () => [],
        toWire: inlineAccounts,
      },
      comment: { help: t("commentHelp") },
    }),
    [t, available, sourceId],
  );
  const initial = useMemo<Row>(
    () => ({
      is_active: true,
      platform: platform.data === undefined ? undefined : { id: platform.data.id, name: platform.data.name },
      protocols: defaultProtocols(available),
      nodes: address.get("node") === null ? [] : [address.get("node")],
    }),
    [platform.data, available, address],
  );
  const title = t(editing ? "routes:hostUpdate" : "routes:hostCreate");
  const error = platform.error ?? source.error;
  return (
    <Page title={platform.data === undefined ? title : `${title}: ${valueText(platform.data.name)}`}>
      {error !== null ? (
        <FailureNotice
          error={error}
          title={t("kit:detail.loadFailed")}
          onRetry={() => void (platform.error ? platform.refetch() : source.refetch())}
        />
      ) : platform.data === undefined ? (
        <div className="form-skeleton" role="status" />
      ) : (
        <ResourceForm
          resource={HOSTS}
          metadataSuffix={editing ? "" : `?platform=${platformId ?? ""}`}
          groups={[
            { title: t("group.basic"), fields: ["name", "address", "platform", "nodes"] },
            { title: t("group.protocols"), fields: ["protocols"] },
            { title: t("group.accounts"), fields: ["accounts"] },
            { title: t("group.other"), fields: ["is_active", "comment"] },
          ]}
          overrides={overrides}
          initial={initial}
        />
      )}
    </Page>
  );
}

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { metadataQuery } from "../../../kit/api/resources.ts";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { toast } from "../../../kit/feedback.ts";
import { FormLoader } from "../../../kit/form/form-loader.tsx";
import type { FieldGroup, FieldOverrides } from "../../../kit/form/form-model.ts";
import { SingleForm } from "../../../kit/form/single-form.tsx";
import type { Metadata, Row } from "../../../kit/metadata/types.ts";
import { refreshSession } from "../../../kit/session-refresh.ts";
import { useSettingsTexts } from "../settings-texts.ts";
import type texts from "../texts/en.ts";
import { mayChange, SETTINGS_URL } from "./setting-source.ts";

type GroupTitle = keyof (typeof texts)["settings"]["group"];

/** Headings of a category's form by the key of their text, with the settings below each. */
export type SettingGroups = readonly (readonly [title: GroupTitle, keys: readonly string[]])[];

/** Sent encrypted. */
export const SECRET_SETTINGS = [
  "EMAIL_HOST_PASSWORD",
  "TERMINAL_HOST_KEY",
  "VAULT_HCP_TOKEN",
  "EVIDENCE_WEBHOOK_TOKEN",
  "AUTH_OPENID_CLIENT_SECRET",
  "AUTH_OAUTH2_CLIENT_SECRET",
  "AUTH_LDAP_BIND_PASSWORD",
  "RADIUS_SECRET",
  "ALIBABA_ACCESS_KEY_SECRET",
  "TENCENT_SECRET_KEY",
  "HUAWEI_APP_SECRET",
  "CMPP2_SP_SECRET",
  "WECOM_SECRET",
  "DINGTALK_APPSECRET",
  "FEISHU_APP_SECRET",
  "SLACK_WEBHOOK_URL",
  "TEAMS_WEBHOOK_URL",
  "SAML2_SP_KEY_CONTENT",
  "SAML2_SP_CERT_CONTENT",
];

interface SettingFormProps {
  readonly category: string;
  readonly groups: SettingGroups;
  readonly overrides?: FieldOverrides;
  readonly extraButtons?: ReactNode;
}

/** The values alone, for those who may look and not change. */
function SettingCards({ url, groups }: { readonly url: string; readonly groups: readonly FieldGroup[] }) {
  return (
    <FormLoader metadataUrl={url} objectUrl={url}>
      {(metadata: Metadata, values: Row | undefined) =>
        groups.map(({ title, fields }) => (
          <DetailCard
            key={title}
            title={title}
            items={detailItems(metadata.actions?.GET ?? {}, values ?? {}, fields)}
          />
        ))
      }
    </FormLoader>
  );
}

/** The settings of a category, drawn from what the server says of them (docs/contract/settings.md). */
export function SettingForm({ category, groups, overrides, extraButtons }: SettingFormProps) {
  const { t } = useSettingsTexts();
  const url = `${SETTINGS_URL}?category=${category}`;
  const metadata = useQuery(metadataQuery(url));
  const titled = useMemo<readonly FieldGroup[]>(
    () => groups.map(([title, fields]) => ({ title: t(`settings:group.${title}`), fields })),
    [groups, t],
  );
  if (metadata.data !== undefined && !mayChange(metadata.data)) {
    return <SettingCards url={url} groups={titled} />;
  }
  return (
    <SingleForm
      url={url}
      updateMethod="PATCH"
      groups={titled}
      {...(overrides === undefined ? {} : { overrides })}
      extraButtons={extraButtons}
      encryptedFields={SECRET_SETTINGS}
      onSaved={async () => {
        toast("success", t("settings:saved"));
        await refreshSession("everything");
      }}
    />
  );
}

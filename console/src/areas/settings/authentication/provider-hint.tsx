import { Alert, Typography } from "antd";
import { useSettingsTexts } from "../settings-texts.ts";

interface ProviderHintProps {
  /** Where the provider sends people back to, for those that have to be told. */
  readonly callbackPath?: string;
}

/** What to know before a provider is set up: the address to register there, and that tests use what is saved. */
export function ProviderHint({ callbackPath }: ProviderHintProps) {
  const { t } = useSettingsTexts();
  if (callbackPath === undefined) return <Alert type="info" showIcon title={t("openId:hint")} />;
  return (
    <Alert
      type="info"
      showIcon
      title={
        <>
          {t("openId:redirect")}{" "}
          <Typography.Text code copyable>
            {`${location.origin}${callbackPath}`}
          </Typography.Text>
        </>
      }
      description={t("openId:hint")}
    />
  );
}

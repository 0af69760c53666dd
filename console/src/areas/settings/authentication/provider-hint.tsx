import { Alert, Typography } from "antd";
import { useSettingsTexts } from "../settings-texts.ts";

interface ProviderHintProps {
  /** Where the provider sends people back to, for those that have to be told. */
  readonly callbackPath?: string;
  /** What is said of that address. Default: that it is registered as it is. */
  readonly redirect?: string;
  /** What else to know. Default: that tests use what is saved. */
  readonly hint?: string;
}

/** What to know before a provider is set up: the address to register there, and that tests use what is saved. */
export function ProviderHint({ callbackPath, redirect, hint }: ProviderHintProps) {
  const { t } = useSettingsTexts();
  const known = hint ?? t("openId:hint");
  if (callbackPath === undefined) return <Alert type="info" showIcon title={known} />;
  return (
    <Alert
      type="info"
      showIcon
      title={
        <>
          {redirect ?? t("openId:redirect")}{" "}
          <Typography.Text code copyable>
            {`${location.origin}${callbackPath}`}
          </Typography.Text>
        </>
      }
      description={known}
    />
  );
}

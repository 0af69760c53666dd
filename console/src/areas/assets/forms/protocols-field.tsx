import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import { ProtocolsInput } from "../../../kit/field-kinds/protocols-input.tsx";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { PLATFORMS } from "../resources.ts";
import { usePlatformScope } from "./platform-scope.ts";

/** Protocols of an asset. Their settings are the platform's: shown, with the way to where they are changed. */
export function ProtocolsField(props: FieldInputProps) {
  const { t } = useTranslation("assetForms");
  const { platform } = usePlatformScope();
  const path = PLATFORMS.routes.detail?.(String(platform.id)) ?? "";
  return (
    <ProtocolsInput
      {...props}
      note={
        <>
          {t("protocolSettings")} <Link to={path}>{valueText(platform.name)}</Link>
        </>
      }
    />
  );
}

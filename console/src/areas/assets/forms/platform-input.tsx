import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import { protocolLabel } from "../../../kit/field-kinds/protocol-rows.ts";
import { RelatedInput } from "../../../kit/field-kinds/related-input.tsx";
import { useFormScope } from "../../../kit/form/form-context.ts";
import { listed } from "../../../kit/metadata/labelled.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { usePlatformScope } from "./platform-scope.ts";

/** The platform of an asset. Another one makes it another form, so what that takes away is said. */
export function PlatformInput(props: FieldInputProps) {
  const { t } = useTranslation("assetForms");
  const { platform, change, dropped } = usePlatformScope();
  const { values } = useFormScope();
  return (
    <>
      <RelatedInput
        {...props}
        onChange={(next) => {
          props.onChange?.(next);
          if (isRecord(next) && next.value !== undefined && String(next.value) !== String(platform.id)) {
            change(String(next.value), values.get());
          }
        }}
      />
      {dropped.length === 0 ? null : (
        <Alert
          className="under-input"
          type="warning"
          showIcon
          title={t("protocolsDropped", {
            platform: valueText(platform.name),
            count: dropped.length,
            names: listed(dropped.map(protocolLabel)),
          })}
        />
      )}
    </>
  );
}

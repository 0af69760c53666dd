import { Checkbox } from "antd";
import { controlProps } from "../../../kit/field-kinds/control.ts";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import { useProfileTexts } from "./profile-texts.ts";

/** What somebody agrees to before they begin. */
export function TermsInput(props: FieldInputProps) {
  const { t } = useProfileTexts();
  return (
    <Checkbox
      {...controlProps(props)}
      checked={props.value === true}
      onChange={(event) => props.onChange?.(event.target.checked)}
    >
      {t("personal:terms.text")}
    </Checkbox>
  );
}

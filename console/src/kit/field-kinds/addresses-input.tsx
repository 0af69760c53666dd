import { useFormTexts } from "../form/use-form-texts.ts";
import { isAddressEntry } from "../widgets/addresses.ts";
import { TagInput } from "../widgets/tag-input.tsx";
import { controlProps, nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

/** Addresses, networks and ranges as tags; an entry that is none of them is marked. */
export default function AddressesInput(props: FieldInputProps) {
  const { t } = useFormTexts();
  return (
    <TagInput
      {...controlProps(props)}
      label={nameOf(props)}
      placeholder={t("addresses.placeholder")}
      value={Array.isArray(props.value) ? props.value.map(String) : []}
      problem={(tag) => (isAddressEntry(tag) ? undefined : t("addresses.problem"))}
      onChange={(next) => props.onChange?.(next)}
    />
  );
}

import { Select } from "antd";
import { controlProps, nameOf } from "../../kit/field-kinds/control.ts";
import type { FieldInputProps } from "../../kit/field-kinds/field-kind.ts";
import { useCategories } from "../assets/index.ts";

/** Types of assets, by their categories. */
export function AssetTypesInput(props: FieldInputProps) {
  const categories = useCategories();
  const value = Array.isArray(props.value) ? props.value.map(String) : [];
  return (
    <Select
      {...controlProps(props)}
      mode="multiple"
      aria-label={nameOf(props)}
      loading={categories.isLoading}
      showSearch={{ optionFilterProp: "label" }}
      options={(categories.data ?? []).map(({ label, types }) => ({
        label,
        options: types.map((type) => ({ value: type.value, label: type.label })),
      }))}
      value={value}
      onChange={(next: string[]) => props.onChange?.(next)}
    />
  );
}

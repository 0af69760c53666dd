import i18next from "i18next";
import type { FieldKind } from "./field-kind.ts";

/** Yes or no. */
export const booleanKind: FieldKind = {
  cell: (value) =>
    typeof value === "boolean" ? (
      <span className={value ? "mark mark-yes" : "mark mark-no"}>
        <span aria-hidden="true" /> {i18next.t(value ? "common:yes" : "common:no")}
      </span>
    ) : (
      ""
    ),
  filter: () => ({
    type: "choices",
    choices: [
      { value: true, label: i18next.t("common:yes") },
      { value: false, label: i18next.t("common:no") },
    ],
  }),
};

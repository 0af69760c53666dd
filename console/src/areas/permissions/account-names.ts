import i18next from "i18next";
import { listed } from "../../kit/metadata/labelled.ts";
import { ACCOUNT_ALIASES } from "./form/account-rules.ts";

/** The accounts of a permission in words; aliases by their name. */
export function accountNames(value: unknown): string {
  if (!Array.isArray(value)) return "";
  const entries = value.map(String).filter((entry) => entry !== "@SPEC" && !entry.startsWith("%"));
  return listed(
    entries.map((entry) => {
      const alias = ACCOUNT_ALIASES.find((item) => item === entry);
      return alias === undefined ? entry : i18next.t(`permissions:alias.${alias}`);
    }),
  );
}

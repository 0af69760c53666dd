import type { TFunction } from "i18next";
import type { FieldGroup, FieldOverrides, FormValues } from "../../../kit/form/form-model.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { SecretUpload } from "../../../kit/widgets/secret-upload.tsx";
import type { CategoryName } from "../categories.ts";

type Translate = TFunction<["assetForms"]>;

/** What is particular to the form of a category (docs/contract/console.md, "Assets"). */
interface CategoryPlan {
  /** Fields that stand with the name and the address. */
  readonly basic?: readonly string[];
  /** A group of its own, and its place among the groups. */
  readonly group?: FieldGroup & { readonly at: number };
  readonly overrides?: FieldOverrides;
  readonly initial?: Row;
}

/** Which of the fields about TLS a type of database knows. */
const TLS_FIELDS: Readonly<Record<string, readonly string[]>> = {
  redis: ["use_ssl", "ca_cert", "client_cert", "client_key"],
  mongodb: ["use_ssl", "ca_cert", "client_key", "allow_invalid_cert"],
};

const withoutTls = { hidden: (values: FormValues) => values.use_ssl !== true };
const certificate = { ...withoutTls, input: SecretUpload };
const unlessFilled = (mode: string) => ({ hidden: (values: FormValues) => values.autofill !== mode });

function databasePlan(type: string, t: Translate): CategoryPlan {
  const fields = TLS_FIELDS[type];
  return {
    basic: ["db_name"],
    ...(fields === undefined ? {} : { group: { title: t("group.secure"), fields, at: 2 } }),
    overrides: {
      ca_cert: certificate,
      client_cert: certificate,
      client_key: certificate,
      allow_invalid_cert: withoutTls,
    },
  };
}

function webPlan(t: Translate): CategoryPlan {
  const fields = ["autofill", "username_selector", "password_selector", "submit_selector", "script"];
  return {
    group: { title: t("group.selector"), fields, at: 1 },
    overrides: {
      username_selector: unlessFilled("basic"),
      password_selector: unlessFilled("basic"),
      submit_selector: unlessFilled("basic"),
      script: { ...unlessFilled("script"), help: t("scriptHelp") },
    },
  };
}

/** What is particular to the form of an asset of this platform. */
export function categoryPlan(category: CategoryName, platform: Row, t: Translate): CategoryPlan {
  switch (category) {
    case "database":
      return databasePlan(String(plainValue(platform.type)), t);
    case "web":
      return webPlan(t);
    case "gpt":
      return {
        group: { title: t("group.proxy"), fields: ["proxy"], at: 1 },
        initial: { address: "https://api.openai.com/v1/" },
      };
    case "custom":
      return { group: { title: t("group.custom"), fields: ["custom_info"], at: 1 } };
    default:
      return {};
  }
}

/** The groups of an asset's form, in their order. */
export function assetGroups(plan: CategoryPlan, t: Translate): FieldGroup[] {
  const groups: FieldGroup[] = [
    { title: t("group.basic"), fields: ["address", "name", ...(plan.basic ?? []), "platform", "nodes"] },
    { title: t("group.protocols"), fields: ["protocols"] },
    { title: t("group.accounts"), fields: ["accounts"] },
    { title: t("group.other"), fields: ["domain", "labels", "is_active", "comment"] },
  ];
  return plan.group === undefined ? groups : groups.toSpliced(plan.group.at, 0, plan.group);
}

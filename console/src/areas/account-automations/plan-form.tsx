import { useMemo } from "react";
import { useParams, useSearchParams } from "react-router";
import type { FieldGroup, FieldOverrides } from "../../kit/form/form-model.ts";
import { ResourceForm } from "../../kit/form/resource-form.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { AssetsInput, NODE_OPTIONS } from "../assets/index.ts";
import { USER_OPTIONS } from "../users/index.ts";
import { AssetTypesInput } from "./asset-types-input.tsx";
import { ChangeParametersInput, PushParametersInput } from "./parameters-input.tsx";
import { SECRET_FIELDS, scheduleOverrides, secretOverrides, withPlanSecret } from "./plan-fields.ts";
import type { PlanKind } from "./resources.ts";
import { usePlanTexts } from "./use-plan-texts.ts";
import { UsernamesInput } from "./usernames-input.tsx";

/** What random passwords are made by until somebody says otherwise (docs/contract/account-automations.md, "Plans"). */
const PASSWORD_RULES = { length: 30, symbol_set: "!#$%&()*+,-.:;<=>?@[]^_~" };

const TIMER = ["is_periodic", "crontab", "interval"];

const TITLES = {
  push: ["routes:accountPushCreate", "routes:accountPushUpdate"],
  changeSecret: ["routes:accountChangeSecretCreate", "routes:accountChangeSecretUpdate"],
  gather: ["routes:accountGatherCreate", "routes:accountGatherUpdate"],
  backup: ["routes:accountBackupCreate", "routes:accountBackupUpdate"],
} as const;

function useGroups(kind: PlanKind): readonly FieldGroup[] {
  const { t } = usePlanTexts();
  return useMemo(() => {
    const basic = { title: t("group.basic"), fields: ["name"] };
    const timer = { title: t("group.timer"), fields: TIMER };
    const assets = { title: t("group.assets"), fields: ["assets", "nodes"] };
    const secret = { title: t("group.secret"), fields: ["accounts", ...SECRET_FIELDS] };
    const other = (...fields: string[]) => ({ title: t("group.other"), fields: [...fields, "comment"] });
    switch (kind.name) {
      case "push":
        return [basic, assets, secret, timer, other("is_active")];
      case "changeSecret":
        return [basic, assets, secret, timer, other("is_active", "recipients")];
      case "gather":
        return [basic, assets, timer, other("is_sync_account", "is_active")];
      case "backup":
        return [
          basic,
          { title: t("group.types"), fields: ["types"] },
          {
            title: t("group.backup"),
            fields: ["recipients_part_one", "recipients_part_two", "delivery", "storage"],
          },
          timer,
          other(),
        ];
    }
  }, [kind, t]);
}

function useOverrides(kind: PlanKind, editing: boolean): FieldOverrides {
  const { t } = usePlanTexts();
  const { licensed } = useSession();
  return useMemo(() => {
    const people = { related: USER_OPTIONS };
    return {
      ...scheduleOverrides(t),
      ...(kind.name === "push" && !licensed
        ? { is_periodic: { disabled: true, help: t("timerNeedsLicense") } }
        : {}),
      ...(kind.name === "push" || kind.name === "changeSecret" ? secretOverrides(t, editing) : {}),
      params: { input: kind.name === "push" ? PushParametersInput : ChangeParametersInput },
      assets: { input: AssetsInput },
      nodes: { related: NODE_OPTIONS },
      accounts: { input: UsernamesInput },
      types: { input: AssetTypesInput },
      recipients: people,
      recipients_part_one: people,
      recipients_part_two: people,
      storage: {
        related: { url: "/api/v1/sallyport/backup-storages/" },
        hidden: (values) => plainValue(values.delivery) !== "storage",
        problem: (value, values) =>
          plainValue(values.delivery) === "storage" && !value ? t("storageMissing") : undefined,
      },
    };
  }, [editing, kind, licensed, t]);
}

/** Creates or changes a plan. */
export function PlanForm({ kind }: { readonly kind: PlanKind }) {
  const { t } = usePlanTexts();
  const { licensed } = useSession();
  const { id } = useParams();
  const editing = id !== undefined;
  const [address] = useSearchParams();
  const initial = useMemo<Row>(() => {
    const given = (name: string) => address.getAll(name).filter((value) => value !== "");
    const [secretType = "password"] = given("secret_type");
    const accounts = given("username");
    return {
      is_periodic: kind.name !== "push" || licensed,
      interval: 24,
      is_active: true,
      delivery: "mail",
      secret_type: secretType,
      // Whoever comes from an account wants it to have another secret, of whatever value.
      secret_strategy: accounts.length > 0 ? "random" : "specific",
      password_rules: PASSWORD_RULES,
      ssh_key_change_strategy: "add",
      accounts,
      assets: given("asset"),
    };
  }, [address, kind, licensed]);
  const title = TITLES[kind.name][editing ? 1 : 0];
  const overrides = useOverrides(kind, editing);
  const groups = useGroups(kind);
  return (
    <Page title={t(title)}>
      <ResourceForm
        resource={kind.plans}
        groups={groups}
        overrides={overrides}
        initial={initial}
        next={() => `${kind.plans.routes.list}&order=-date_updated`}
        prepare={withPlanSecret}
        encryptedFields={["secret", "passphrase"]}
      />
    </Page>
  );
}

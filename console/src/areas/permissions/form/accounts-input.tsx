import { useQuery } from "@tanstack/react-query";
import { Checkbox, Select } from "antd";
import { useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../kit/api/client.ts";
import { groupProps } from "../../../kit/field-kinds/control.ts";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import { FormScopeContext } from "../../../kit/form/form-context.ts";
import { useDebounced } from "../../../kit/use-debounced.ts";
import {
  ACCOUNT_ALIASES,
  type AccountAlias,
  readAccountRule,
  toggleAlias,
  writeAccountRule,
} from "./account-rules.ts";
import { TemplateEntries } from "./template-entries.tsx";

/** The assets and nodes whose accounts are suggested. */
export interface CoveredObjects {
  readonly assets: readonly string[];
  readonly nodes: readonly string[];
}

/** Objects of each kind that suggestions are asked for. */
const MOST_OBJECTS = 20;

/** Keys of a relation in a form, which holds options or plain keys. */
function keysOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).map((item: unknown) =>
    String(typeof item === "object" && item !== null && "value" in item ? item.value : item),
  );
}

interface UsernamesProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly value: readonly string[];
  readonly onChange: (usernames: string[]) => void;
  readonly covering: () => CoveredObjects;
  /** Id of the organization whose accounts are suggested; the current one unless given. */
  readonly organization: string | undefined;
}

/** User names, typed freely or chosen from those the covered assets have. */
function Usernames({ label, disabled, value, onChange, covering, organization }: UsernamesProps) {
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const username = useDebounced(typed.trim());
  const { assets, nodes } = covering();
  const suggestions = useQuery({
    queryKey: ["username-suggestions", username, assets, nodes, organization],
    enabled: open,
    queryFn: ({ signal }) =>
      api<string[]>("/api/v1/accounts/accounts/username-suggestions/", {
        method: "POST",
        query: { oid: organization },
        body: { username, assets: assets.slice(0, MOST_OBJECTS), nodes: nodes.slice(0, MOST_OBJECTS) },
        signal,
      }),
  });
  const names = Array.isArray(suggestions.data) ? suggestions.data : [];
  return (
    <Select
      mode="tags"
      suffixIcon={null}
      tokenSeparators={[",", " "]}
      aria-label={label}
      placeholder={label}
      disabled={disabled}
      open={open && names.length > 0}
      onOpenChange={setOpen}
      options={names.filter((name) => name !== "").map((name) => ({ value: name, label: name }))}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={[...value]}
      onChange={(usernames: string[]) => {
        setTyped("");
        onChange([...new Set(usernames.map((item) => item.trim()).filter(Boolean))]);
      }}
    />
  );
}

interface AccountsInputProps extends FieldInputProps {
  /** Whose accounts are suggested; what the form around it covers unless given. */
  readonly covering?: CoveredObjects | (() => CoveredObjects);
  readonly organization?: string;
  /** Whether accounts can be made from templates; they can unless told. */
  readonly templates?: boolean;
  /** The aliases that can be chosen; all unless given. */
  readonly aliases?: readonly AccountAlias[];
}

/** Which accounts a permission covers: all, named ones, and the virtual ones. */
export function AccountsInput(props: AccountsInputProps) {
  const { value, onChange, disabled = false } = props;
  const { t } = useTranslation(["permissions", "kit"]);
  const scope = useContext(FormScopeContext);
  const rule = readAccountRule(value);
  const covering = (): CoveredObjects => {
    if (typeof props.covering === "function") return props.covering();
    if (props.covering !== undefined) return props.covering;
    const { assets, nodes } = scope?.values.get() ?? {};
    return { assets: keysOf(assets), nodes: keysOf(nodes) };
  };
  return (
    <div className="account-rule" {...groupProps(props)}>
      {(props.aliases ?? ACCOUNT_ALIASES).map((alias) => (
        <Checkbox
          key={alias}
          disabled={disabled}
          checked={rule.aliases.has(alias)}
          onChange={(event) => onChange?.(writeAccountRule(toggleAlias(rule, alias, event.target.checked)))}
        >
          {t(`alias.${alias}`)} <span className="hint">{t(`aliasHint.${alias}`)}</span>
        </Checkbox>
      ))}
      {rule.aliases.has("@SPEC") ? (
        <>
          <Usernames
            label={t("usernames")}
            disabled={disabled}
            value={rule.usernames}
            onChange={(usernames) => onChange?.(writeAccountRule({ ...rule, usernames }))}
            covering={covering}
            organization={props.organization}
          />
          {props.templates === false ? null : (
            <TemplateEntries
              disabled={disabled}
              value={rule.templates}
              onChange={(templates) => onChange?.(writeAccountRule({ ...rule, templates }))}
            />
          )}
        </>
      ) : null}
    </div>
  );
}

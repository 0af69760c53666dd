import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DatePicker, Input } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { api } from "../../../kit/api/client.ts";
import { RemoteSelect } from "../../../kit/field-kinds/remote-select.tsx";
import { FailureNotice, Notice } from "../../../kit/list/list-states.tsx";
import { Page } from "../../../kit/page.tsx";
import { ASSET_OPTIONS } from "../../assets/index.ts";
import { USER_OPTIONS } from "../../users/index.ts";
import { useGrantingTexts } from "../use-granting-texts.ts";
import { ExplainAnswer } from "./explain-answer.tsx";
import type { Explanation } from "./explanation.ts";
import "../granting.css";

type Asked = "user" | "asset" | "account" | "from" | "at";

/** Parts of the question that change without a page of their own in the history. */
const refining: readonly Asked[] = ["account", "from", "at"];

/**
 * Why somebody can, or cannot, reach an asset with an account now, and which rules apply then. The question is in the
 * address.
 */
export default function ExplainPage() {
  const { t } = useGrantingTexts();
  const [address, setAddress] = useSearchParams();
  const user = address.get("user") ?? "";
  const asset = address.get("asset") ?? "";
  const account = address.get("account") ?? "";
  const from = address.get("from") ?? "";
  const at = instantIn(address.get("at"));
  const ask = (name: Asked, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: refining.includes(name) },
    );
  const isAsked = user !== "" && asset !== "";
  const answer = useQuery({
    queryKey: ["list", "explain", user, asset, account, from, at],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      api<Explanation>("/api/v1/sallyport/permissions/explain/", {
        query: {
          user,
          asset,
          ...(account === "" ? {} : { account }),
          ...(from === "" ? {} : { remote_addr: from }),
          ...(at === null ? {} : { at }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const select = (name: "user" | "asset", value: string) => (
    <div className="explain-field">
      <span aria-hidden="true">{t(`granting:explain.${name}`)}</span>
      <RemoteSelect
        multiple={false}
        label={t(`granting:explain.${name}`)}
        related={name === "user" ? USER_OPTIONS : ASSET_OPTIONS}
        value={value === "" ? undefined : { value }}
        onChange={(chosen) => ask(name, String((chosen as { value?: unknown } | undefined)?.value ?? ""))}
      />
    </div>
  );
  return (
    <Page title={t("routes:permissionExplain")} help={t("granting:explain.intro")}>
      <div className="card explain-question">
        {select("user", user)}
        {select("asset", asset)}
        <Typed
          label={t("granting:explain.account")}
          hint={t("granting:explain.anyAccount")}
          value={account}
          onChange={(value) => ask("account", value)}
        />
        <Typed
          label={t("granting:explain.remoteAddress")}
          hint={t("granting:explain.anyAddress")}
          value={from}
          onChange={(value) => ask("from", value)}
        />
        <div className="explain-field">
          <span aria-hidden="true">{t("granting:explain.at")}</span>
          <DatePicker
            showTime={{ format: "HH:mm" }}
            format="YYYY/MM/DD HH:mm"
            aria-label={t("granting:explain.at")}
            placeholder={t("granting:explain.now")}
            value={at === null ? null : dayjs(at)}
            onChange={(chosen) => ask("at", chosen?.toISOString() ?? "")}
          />
        </div>
      </div>
      {isAsked ? (
        answer.error !== null ? (
          <FailureNotice error={answer.error} onRetry={() => void answer.refetch()} />
        ) : answer.data === undefined ? (
          <div className="card card-loading" role="status" aria-label={t("common:loading")} />
        ) : (
          <ExplainAnswer answer={answer.data} />
        )
      ) : (
        <Notice title={t("granting:explain.choose")} />
      )}
    </Page>
  );
}

/** The moment an address says; null: it says none, and now is meant. */
function instantIn(text: string | null): string | null {
  const moment = text === null ? null : dayjs(text);
  return moment?.isValid() === true ? moment.toISOString() : null;
}

interface TypedProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A part of the question that is typed; it is asked once it is left. */
function Typed({ label, hint, value, onChange }: TypedProps) {
  const [typed, setTyped] = useState(value);
  return (
    <div className="explain-field">
      <span aria-hidden="true">{label}</span>
      <Input
        allowClear
        aria-label={label}
        placeholder={hint}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value === "") onChange("");
        }}
        onPressEnter={() => onChange(typed.trim())}
        onBlur={() => onChange(typed.trim())}
      />
    </div>
  );
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Input } from "antd";
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

type Asked = "user" | "asset" | "account";

/** Why somebody can, or cannot, reach an asset with an account now. The question is in the address. */
export default function ExplainPage() {
  const { t } = useGrantingTexts();
  const [address, setAddress] = useSearchParams();
  const user = address.get("user") ?? "";
  const asset = address.get("asset") ?? "";
  const account = address.get("account") ?? "";
  const [typed, setTyped] = useState(account);
  const ask = (name: Asked, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: name === "account" },
    );
  const isAsked = user !== "" && asset !== "";
  const answer = useQuery({
    queryKey: ["list", "explain", user, asset, account],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      api<Explanation>("/api/v1/sallyport/permissions/explain/", {
        query: { user, asset, ...(account === "" ? {} : { account }) },
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
        <div className="explain-field">
          <span aria-hidden="true">{t("granting:explain.account")}</span>
          <Input
            allowClear
            aria-label={t("granting:explain.account")}
            placeholder={t("granting:explain.anyAccount")}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              if (event.target.value === "") ask("account", "");
            }}
            onPressEnter={() => ask("account", typed.trim())}
            onBlur={() => ask("account", typed.trim())}
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

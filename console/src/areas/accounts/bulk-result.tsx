import { Pagination } from "antd";
import { useState } from "react";
import { labelled } from "../../kit/metadata/labelled.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { useAccountTexts } from "./use-account-texts.ts";

/** What became of one asset (docs/contract/accounts.md, "One account on many assets"). */
export interface BulkItem {
  readonly asset: string;
  readonly state: "error" | "skipped" | "updated" | "created";
  readonly error?: string;
}

const STATES = ["created", "updated", "skipped", "error"] as const;
const PAGE_SIZE = 10;

/** What became of each asset: how many of which, and by name, the errors first. */
export function BulkResult({ items }: { readonly items: readonly BulkItem[] }) {
  const { t } = useAccountTexts();
  const [page, setPage] = useState(1);
  const shown = items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const counts = STATES.map((state) => ({
    state,
    count: items.filter((item) => item.state === state).length,
  })).filter(({ count }) => count > 0);
  return (
    <section className="pick-table" aria-label={t("result.title")}>
      <p role="status">
        {t("result.total", { count: items.length })}
        {counts.map(({ state, count }) => ` · ${t(`result.${state}`)} ${count}`).join("")}
      </p>
      <div className="pick-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("accounts:group.asset")}</th>
              <th scope="col">{t("result.state")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ asset, state, error }) => (
              <tr key={asset}>
                <td>{asset}</td>
                <td>
                  <StatusMark
                    good={state === "created" || state === "updated"}
                    calm={state === "skipped"}
                    text={error === undefined ? t(`result.${state}`) : labelled(t("result.error"), error)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pagination
        size="small"
        hideOnSinglePage
        showSizeChanger={false}
        pageSize={PAGE_SIZE}
        current={page}
        total={items.length}
        onChange={setPage}
      />
    </section>
  );
}

import { Tag } from "antd";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { followQueryCounts, queryCounts } from "../kit/api/query-counts.ts";
import "./statement-counts.css";

/** More statements than this are many, and too many. */
const MANY = 5;
const TOO_MANY = 10;

function toneOf(count: number): "error" | "warning" | "default" {
  if (count > TOO_MANY) return "error";
  return count > MANY ? "warning" : "default";
}

/**
 * How many database statements the addresses asked last took: for developers, while the server says so
 * (docs/contract/console.md, "Statements").
 */
export function StatementCounts() {
  const { t } = useTranslation("shell");
  const counts = useSyncExternalStore(followQueryCounts, queryCounts);
  const [latest] = counts;
  if (latest === undefined) return null;
  return (
    <details className="statement-counts">
      <summary>
        {t("footer.statements")} <Tag color={toneOf(latest.count)}>{latest.count}</Tag>
      </summary>
      <ol>
        {counts.map(({ address, count }) => (
          <li key={address}>
            <Tag color={toneOf(count)}>{count}</Tag> {address}
          </li>
        ))}
      </ol>
    </details>
  );
}

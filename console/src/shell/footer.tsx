import { lazy, Suspense, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { followQueryCounts, queryCounts } from "../kit/api/query-counts.ts";
import { useSession } from "../kit/session.ts";
import { corporationOf } from "./licensee.ts";
import { VERSION } from "./version.ts";

const StatementCounts = lazy(async () => ({
  default: (await import("./statement-counts.tsx")).StatementCounts,
}));

/** Which version this is, and whose installation. */
export function Footer() {
  const { t } = useTranslation("shell");
  const { settings, licensed } = useSession();
  const isCounting = useSyncExternalStore(followQueryCounts, () => queryCounts().length > 0);
  const corporation = corporationOf(settings);
  return (
    <footer className="footer">
      {`Sallyport ${VERSION}`}
      {licensed && corporation !== undefined ? ` · ${t("footer.licensee", { name: corporation })}` : ""}
      {isCounting ? (
        <Suspense>
          <StatementCounts />
        </Suspense>
      ) : null}
    </footer>
  );
}

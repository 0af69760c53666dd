import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation, useParams, useSearchParams } from "react-router";
import { objectQuery } from "../../kit/api/resources.ts";
import { DetailFailure } from "../../kit/detail/detail-failure.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { ALL_ROLES_URL, ROLES } from "./resources.ts";

/** A page of one role. An address that does not say its scope, as links of others may, is asked about and completed. */
export function ScopedRole({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation("common");
  const { id } = useParams();
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  const isKnown = id === undefined || address.has("scope");
  const role = useQuery({ ...objectQuery<Row>(`${ALL_ROLES_URL}${id ?? ""}/`), enabled: !isKnown });
  if (isKnown) return children;
  if (role.data !== undefined) {
    const search = new URLSearchParams(address);
    search.set("scope", String(plainValue(role.data.scope)));
    return <Navigate to={`${pathname}?${search}`} replace />;
  }
  return (
    <Page title={title}>
      {role.error === null ? (
        <div className="form-skeleton" role="status" aria-label={t("loading")} />
      ) : (
        <DetailFailure
          error={role.error}
          listPath={ROLES.system.routes.list}
          onRetry={() => void role.refetch()}
        />
      )}
    </Page>
  );
}

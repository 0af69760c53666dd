import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router";
import { objectQuery } from "../../../kit/api/resources.ts";
import { DetailFailure } from "../../../kit/detail/detail-failure.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { Page } from "../../../kit/page.tsx";
import { MY_TICKETS_PAGE, TICKETS } from "../resources.ts";
import { ticketPath } from "../ticket.ts";

/** The address of a ticket whose type is not known, as mails have it: leads to the page of its type. */
export default function TicketRedirect() {
  const { t } = useTranslation(["routes", "common"]);
  const { id = "" } = useParams();
  const ticket = useQuery(objectQuery<Row>(`${TICKETS.url}${encodeURIComponent(id)}/`));
  if (ticket.data !== undefined) return <Navigate replace to={ticketPath(ticket.data) ?? MY_TICKETS_PAGE} />;
  return (
    <Page title={t("routes:ticketDetail")}>
      {ticket.error === null ? (
        <div className="form-skeleton" role="status" aria-label={t("common:loading")} />
      ) : (
        <DetailFailure
          error={ticket.error}
          listPath={MY_TICKETS_PAGE}
          onRetry={() => void ticket.refetch()}
        />
      )}
    </Page>
  );
}

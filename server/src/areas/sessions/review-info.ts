import type { RequestContext } from "../../engine/access/index.ts";
import type { Json } from "../../engine/json.ts";

/** A question that whoever asked it waits for. */
interface OpenReview {
  readonly id: string;
  /** Address of the page on which it is decided. */
  readonly page: string;
  readonly assignees: readonly string[];
}

/** Where it is asked how a review stands, and taken back. Contract: docs/contract/sessions.md, section 8. */
export function reviewInfo({ principal }: Pick<RequestContext, "principal">, review: OpenReview): Json {
  const { id, page, assignees } = review;
  const call = (method: string, url: string): Json => ({ method, url });
  const isComponent = principal?.isServiceAccount === true;
  const status = `/api/v1/tickets/super-tickets/${id}/status/`;
  const ticket = `/api/v1/tickets/tickets/${id}/`;
  return {
    check_ticket_api: call("GET", isComponent ? status : ticket),
    close_ticket_api: isComponent ? call("DELETE", status) : call("PUT", `${ticket}close/`),
    ticket_detail_page_url: page,
    assignees: [...assignees],
  };
}

import type { Services } from "../../engine/services.ts";
import type { NoticeServices } from "../notifications/index.ts";

/** What opening and closing tickets takes. With a transaction as `db` nobody hears of one before that commits. */
export type TicketServices = NoticeServices & Pick<Services, "db">;

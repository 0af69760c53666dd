import { useCount } from "../../../kit/api/resources.ts";
import { useSession } from "../../../kit/session.ts";

/** List URL of account templates. */
export const TEMPLATES_URL = "/api/v1/accounts/account-templates/";

/** Whether accounts can be made from templates here: the viewer may see them and the server has them. */
export function useTemplates(): boolean {
  const { can } = useSession();
  const may = can("accounts.view_accounttemplate");
  return useCount(TEMPLATES_URL, {}, may) !== undefined;
}

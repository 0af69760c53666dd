import { screenExists } from "../../../kit/screens.ts";
import { useSession } from "../../../kit/session.ts";

/** List URL of account templates. */
export const TEMPLATES_URL = "/api/v1/accounts/account-templates/";

/** Whether accounts can be made from templates: the viewer may see them, and there is a place where they are made. */
export function useTemplates(): boolean {
  const { can } = useSession();
  return can("accounts.view_accounttemplate") && screenExists("/console/accounts/account-template");
}

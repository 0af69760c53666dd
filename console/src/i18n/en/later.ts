import access from "./access.ts";
import accountPages from "./account-pages.ts";
import accountTemplates from "./account-templates.ts";
import assetForms from "./asset-forms.ts";
import commands from "./commands.ts";
import confirm from "./confirm.ts";
import credentials from "./credentials.ts";
import domains from "./domains.ts";
import factors from "./factors.ts";
import fileTransfers from "./file-transfers.ts";
import form from "./form.ts";
import forwarding from "./forwarding.ts";
import granting from "./granting.ts";
import license from "./license.ts";
import organizations from "./organizations.ts";
import personal from "./personal.ts";
import roles from "./roles.ts";
import settings from "./settings.ts";
import subscription from "./subscription.ts";
import tasks from "./tasks.ts";
import transfer from "./transfer.ts";
import tree from "./tree.ts";
import users from "./users.ts";
import vault from "./vault.ts";

/** Namespaces loaded after the start: with the first form, or the first dialog or page that needs them. */
export default {
  accountPages,
  accountTemplates,
  access,
  assetForms,
  commands,
  confirm,
  credentials,
  domains,
  factors,
  fileTransfers,
  form,
  forwarding,
  granting,
  license,
  organizations,
  personal,
  roles,
  settings,
  subscription,
  tasks,
  transfer,
  tree,
  users,
  vault,
};

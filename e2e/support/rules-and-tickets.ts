import { createHash, randomBytes } from "node:crypto";
import { ApiClient } from "./api.ts";
import { withDatabase } from "./database.ts";
import type { Stage } from "./stage.ts";

/** Tickets that follow from what people do; one of another kind stands for them. */
const otherKinds = [
  { type: "login_confirm", columns: "apply_login_ip, apply_login_city", values: "'192.0.2.7', 'Zürich'" },
  {
    type: "command_confirm",
    columns: "apply_run_asset, apply_run_account, apply_run_command",
    values: "'web-01', 'deploy', 'systemctl restart nginx'",
  },
] as const;

/**
 * Makes a rule of each kind, about somebody who never comes, and a ticket of each kind, which asks the administrator.
 * @returns the path of a mailed link to one of the tickets
 */
export async function makeRulesAndTickets(stage: Stage): Promise<string> {
  const { admin, product } = stage;
  const person = await stage.newPerson({ name: "Nobody Yet" });
  const { id: reviewer } = await admin.get("/api/v1/users/profile/");
  const [asset] = (await admin.get("/api/v1/assets/hosts/?limit=1&offset=0")).results;
  const [group] = (await admin.get("/api/v1/acls/command-groups/?limit=1&offset=0")).results;
  const review = { action: "review", reviewers: [reviewer] };
  const users = { type: "attrs", attrs: [{ name: "username", match: "exact", value: person.username }] };
  const assets = { type: "attrs", attrs: [{ name: "address", match: "ip_in", value: ["10.0.0.0/8"] }] };
  const rules = { ip_group: ["192.0.2.0/24"], time_period: [{ id: 1, value: "09:00~18:00" }] };
  const onAssets = { users, assets, accounts: ["@ALL"], ...review };
  const make = (kind: string, body: object) =>
    admin.post(`/api/v1/acls/${kind}/`, { name: "Ask first", ...body });
  await make("login-acls", { users, rules, ...review, is_active: false });
  await make("login-asset-acls", { ...onAssets, rules, approval_valid_for: 60, emergency_access: true });
  await make("command-filter-acls", { ...onAssets, command_groups: [group.id], only_readable: true });
  await make("connect-method-acls", { users, connect_methods: ["sftp_client"] });
  const applicant = await (
    await ApiClient.signIn(product.url, person.username, person.password)
  ).acceptTerms();
  const ticket = await applicant.post("/api/v1/tickets/apply-asset-tickets/open/", {
    org_id: asset.org_id,
    title: "Access for the quarter's close",
    apply_assets: [asset.id],
    apply_accounts: ["@ALL"],
    comment: "The books close on Friday.",
  });
  const token = randomBytes(24).toString("base64url");
  await withDatabase(product, async (database) => {
    const { rows } = await database.query<{ name: string }>(
      `select string_agg(quote_ident(column_name), ', ') as name from information_schema.columns
       where table_name = 'tickets' and is_generated = 'NEVER' and column_name not in ('id', 'type', 'serial_num')
         and column_name !~ '^apply_'`,
    );
    const copied = rows[0]?.name ?? "";
    const kinds = [
      ...otherKinds,
      {
        type: "login_asset_confirm",
        columns: "apply_login_asset_id, apply_login_account",
        values: `'${asset.id}', 'deploy'`,
      },
    ];
    for (const { type, columns, values } of kinds) {
      await database.query(
        `with ticket as (
           insert into tickets (type, serial_num, ${copied}, ${columns})
           select $2, $2, ${copied}, ${values} from tickets where id = $1 returning id
         ), step as (
           insert into ticket_steps (ticket_id, level, status) select id, 1, 'active' from ticket returning ticket_id
         )
         insert into ticket_assignees (ticket_id, level, user_id, name)
         select step.ticket_id, a.level, a.user_id, a.name from step, ticket_assignees a where a.ticket_id = $1`,
        [ticket.id, type],
      );
    }
    await database.query(
      `insert into ticket_links (token_hash, ticket_id, date_expired) values ($1, $2, now() + interval '1 hour')`,
      [createHash("sha256").update(token).digest(), ticket.id],
    );
  });
  return `/core/tickets/direct-approve/${token}/`;
}

import type pg from "pg";

/**
 * Stores requests for access of 500 people, one a minute until now, all of which ask `admin`: one in 50 is open, the
 * others are approved.
 */
export async function createTickets(database: pg.Client, organization: string, count: number): Promise<void> {
  await database.query(
    `insert into tickets (org_id, type, title, serial_num, state, status, applicant_id, applicant, people, asked,
       rel_snapshot, date_created)
     select $2, 'apply_asset', 'Request ' || n, 'bench' || n, case when n % 50 = 0 then 'pending' else 'approved' end,
       case when n % 50 = 0 then 'open' else 'closed' end, u.id, u.name || '(' || u.username || ')', array[u.id, a.id], array[a.id],
       jsonb_build_object('apply_assets', jsonb_build_array('host-' || n % 2000 || '(10.0.0.1)')),
       now() - n * interval '1 minute'
     from generate_series(1, $1::integer) n
     join (select id, name, username, row_number() over (order by id) as r from users where username <> 'admin' limit 500) u
       on u.r = 1 + n % (select least(500, count(*)) from users where username <> 'admin')
     join users a on a.username = 'admin'`,
    [count, organization],
  );
  await database.query(
    `insert into ticket_steps (ticket_id, level, state, status)
     select id, 1, state, case status when 'open' then 'active' else 'closed' end from tickets where serial_num like 'bench%'`,
  );
  await database.query(
    `insert into ticket_assignees (ticket_id, level, user_id, name)
     select t.id, 1, u.id, 'Administrator(admin)' from tickets t, users u
     where t.serial_num like 'bench%' and u.username = 'admin'`,
  );
  await database.query("vacuum analyze tickets, ticket_steps, ticket_assignees");
}

-- What a rule about connecting says of approvals: for how many minutes one is remembered, and whether somebody may
-- connect at once and have it signed off afterwards.
alter table login_asset_acls
  add column approval_valid_for integer not null default 0 check (approval_valid_for between 0 and 10080),
  add column emergency_access boolean not null default false;

alter table tickets
  -- The rule that asked about a connection, and which state of it.
  add column apply_login_acl_id uuid,
  add column apply_login_acl_revision text not null default '',
  -- What the account is recognized by: its id, or the alias of a virtual one with what was typed.
  add column apply_login_key text not null default '',
  -- Until when the approval lets the same person connect again; null: it was for one connection.
  add column approval_expires timestamptz,
  -- Whether a reviewer took the approval back.
  add column is_approval_ended boolean not null default false,
  -- Whether what it is about went on at once, and has to be signed off afterwards.
  add column is_emergency boolean not null default false,
  -- When those who have to sign off were reminded last.
  add column date_reminded timestamptz;
create index tickets_remembered on tickets (applicant_id, apply_login_asset_id, apply_login_key)
  where approval_expires is not null;
create index tickets_rule on tickets (apply_login_acl_id) where approval_expires is not null;
create index tickets_emergency on tickets (date_created) where is_emergency and status = 'open';

alter table sessions add column is_emergency boolean not null default false;
create index sessions_emergency on sessions (date_start desc nulls last) where is_emergency;

-- A rule that was changed, and one that is gone, has asked nobody: what was approved under it ends.
create function end_approvals_of_rule() returns trigger language plpgsql as $$
begin
  update tickets set approval_expires = now()
  where apply_login_acl_id = old.id and approval_expires is not null and approval_expires > now();
  return null;
end $$;

create trigger end_approvals after update or delete on login_asset_acls
  for each row execute function end_approvals_of_rule();

-- As before, but what is to be signed off stays open, also when the asset or the person is gone.
create or replace function close_lost_tickets(lost uuid[], reason text) returns void language plpgsql as $$
declare
  closed uuid[];
begin
  with now_closed as (
    update tickets set state = 'closed', status = 'closed', is_notice_due = true, date_updated = now()
    where id = any(lost) and status = 'open' and (not is_emergency or reason = 'organization')
    returning id, approval_step
  ), steps as (
    update ticket_steps s set state = 'closed', status = 'closed', date_updated = now()
    from now_closed c where s.ticket_id = c.id and s.level = c.approval_step returning s.ticket_id
  )
  select array_agg(ticket_id) into closed from steps;
  insert into ticket_comments (ticket_id, event)
  select id, jsonb_build_object('name', 'lost', 'reason', reason) from unnest(closed) as id;
  delete from ticket_links where ticket_id = any(closed);
end $$;

-- What people approved of a connection counts as long as the person may make it: where the ground goes, the approval
-- ends, and does not come back with it.

-- Whether somebody may connect so as things stand: the person, the asset and the account are active, and a permission
-- grants it. `account_key` is a stored account's id, or the alias of a virtual one with what was typed. The same as
-- permissions say of it (docs/contract/permissions.md, section 4), which a test compares.
create function connection_has_ground(person uuid, connected uuid, account_key text) returns boolean
  language sql stable as $$
  select exists (
    select 1
    from users u join assets a on a.id = connected and a.is_active
    join lateral (
      select d.permission_id from asset_permission_assets d where d.asset_id = a.id
      union
      select n.permission_id from node_subtree_assets s join asset_permission_nodes n on n.node_id = s.node_id
      where s.asset_id = a.id
      union
      select n.permission_id from nodes root join asset_permission_nodes n on n.node_id = root.id
      where root.org_id = a.org_id and root.parent_id is null
        and not exists (select 1 from asset_nodes own where own.asset_id = a.id)
    ) covering on true
    join asset_permissions p on p.id = covering.permission_id
    where u.id = person and u.is_active and coalesce(u.date_expired > clock_timestamp(), true)
      and p.org_id = a.org_id and p.is_active and p.actions & 1 <> 0
      and p.date_start < clock_timestamp() and p.date_expired > clock_timestamp()
      and (
        exists (select 1 from asset_permission_users n where n.permission_id = p.id and n.user_id = u.id)
        or exists (
          select 1 from asset_permission_user_groups g join user_group_members m on m.usergroup_id = g.group_id
          where g.permission_id = p.id and m.user_id = u.id
        )
      )
      and exists (
        select 1 from role_bindings b where b.user_id = u.id
          and (b.org_id = p.org_id or b.role_id = '00000000-0000-0000-0000-000000000001')
      )
      and case
        when account_key like '@%' then p.accounts ? split_part(account_key, ':', 1) and not exists (
          select 1 from accounts c where c.asset_id = a.id and c.is_active
            and c.username = case when account_key like '@USER:%' then u.username else split_part(account_key, ':', 1) end
        )
        else exists (
          select 1 from accounts c where c.id::text = account_key and c.asset_id = a.id and c.is_active
            and (p.accounts ? '@ALL' or p.accounts ? c.username
              or (p.accounts ? '@USER' and c.username = u.username))
        )
      end
  )
$$;

create index tickets_approvals on tickets (approval_expires)
  where state = 'approved' and not is_approval_ended and approval_expires is not null;

-- Ends approvals that could let somebody in: those that are remembered, and those a connection token waits with.
create function end_approvals(ended uuid[]) returns void language plpgsql as $$
begin
  with now_ended as (
    update tickets set is_approval_ended = true, date_updated = now(),
      approval_expires = case when approval_expires > clock_timestamp() then clock_timestamp() else approval_expires end
    where id = any(ended) and not is_approval_ended returning id
  )
  insert into ticket_comments (ticket_id, event) select id, jsonb_build_object('name', 'approval_lost') from now_ended;
end $$;

create function counting_approvals() returns setof tickets language sql stable as $$
  select * from tickets
  where id in (
    select id from tickets
    where state = 'approved' and not is_approval_ended and approval_expires > clock_timestamp()
    union all
    select t.id from connection_tokens k join tickets t on t.id = k.from_ticket
    where k.is_active and k.date_expired > clock_timestamp() and t.state = 'approved' and not t.is_approval_ended
      and not t.is_emergency and t.apply_login_key <> ''
  )
$$;

create function end_groundless_approvals() returns void language plpgsql as $$
begin
  perform end_approvals(array(
    select id from counting_approvals()
    where not connection_has_ground(applicant_id, apply_login_asset_id, apply_login_key)
  ));
end $$;

-- Looked at when a transaction ends, once: what it takes away and gives back never went.
create function look_at_grounds() returns trigger language plpgsql as $$
declare
  mine text := pg_current_xact_id()::text;
begin
  if current_setting('sallyport.grounds_looked_at', true) is distinct from mine then
    perform set_config('sallyport.grounds_looked_at', mine, true);
    perform end_groundless_approvals();
  end if;
  return null;
end $$;

-- Every change of what people are granted, or of where assets lie, leaves a row there (migration 0157).
create constraint trigger look_at_grounds after insert on grant_changes
  deferrable initially deferred for each row execute function look_at_grounds();
create constraint trigger look_at_grounds after update of is_active, date_expired, username on users
  deferrable initially deferred for each row
  when (
    old.is_active is distinct from new.is_active or old.date_expired is distinct from new.date_expired
    or old.username is distinct from new.username
  ) execute function look_at_grounds();
create constraint trigger look_at_grounds after update of is_active on assets
  deferrable initially deferred for each row
  when (old.is_active is distinct from new.is_active) execute function look_at_grounds();
create constraint trigger look_at_grounds after update of is_active, username on accounts
  deferrable initially deferred for each row
  when (old.is_active is distinct from new.is_active or old.username is distinct from new.username)
  execute function look_at_grounds();

-- A ground that ran out and is renewed had gone in between, also where nobody has looked since: asked before the row
-- changes.
create function look_at_lapsed_ground() returns trigger language plpgsql as $$
begin
  perform end_groundless_approvals();
  return new;
end $$;

create trigger look_at_lapsed_ground before update of date_expired on asset_permissions
  for each row when (old.date_expired <= now() and new.date_expired > now())
  execute function look_at_lapsed_ground();
create trigger look_at_lapsed_ground before update of date_expired on users
  for each row when (old.date_expired <= now() and coalesce(new.date_expired > now(), true))
  execute function look_at_lapsed_ground();

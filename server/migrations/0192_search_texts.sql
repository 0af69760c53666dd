-- What people search in, in one lower-case text with a line for each part, the name first: one index serves it.
alter table users add column search_text text not null
  generated always as (lower(name || E'\n' || username || E'\n' || email)) stored;
drop index users_search;
create index users_search on users using gin (search_text gin_trgm_ops);

alter table sessions add column search_text text not null generated always as (lower(
  "user" || E'\n' || asset || E'\n' || account || E'\n' || remote_addr || E'\n' || protocol || E'\n' || login_from
)) stored;
create index sessions_search on sessions using gin (search_text gin_trgm_ops);
-- Lists order by `desc nulls last`, which an index in the order `desc` does not serve, even of a column without nulls.
drop index sessions_org_start;
drop index sessions_start;
create index sessions_org_start on sessions (org_id, date_start desc nulls last, id);
create index sessions_start on sessions (date_start desc nulls last, id);

create index asset_permissions_search on asset_permissions using gin (lower(name) gin_trgm_ops);
drop index asset_permissions_name_trgm;

-- Accounts are looked for by what their asset is called, too.
alter table accounts add column search_text text not null default '';
update accounts t set search_text =
  lower(t.name || E'\n' || t.username || E'\n' || a.name || E'\n' || a.address || E'\n' || t.comment)
from assets a where a.id = t.asset_id;
create index accounts_search on accounts using gin (search_text gin_trgm_ops);
drop index accounts_name_trgm;
-- The order of the list in the view over all organizations.
create index accounts_name_only on accounts (name, id);

create function fill_account_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := lower(new.name || E'\n' || new.username || E'\n' || coalesce(
    (select a.name || E'\n' || a.address from assets a where a.id = new.asset_id), E'\n') || E'\n' || new.comment);
  return new;
end $$;
create trigger search_text_filled before insert or update of name, username, asset_id, comment on accounts
  for each row execute function fill_account_search_text();

-- Writes a column that the trigger above is for, so that it is filled again.
create function refill_account_search_texts() returns trigger language plpgsql as $$
begin
  update accounts set asset_id = asset_id where asset_id = new.id;
  return null;
end $$;
create trigger account_search_texts_refilled after update of name, address on assets
  for each row when (old.name <> new.name or old.address <> new.address)
  execute function refill_account_search_texts();

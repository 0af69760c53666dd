-- The longest logs are searched week by week, from the newest on: what an index of trigrams finds is strewn over the whole
-- table, and a page shows the newest of it.
create function week_of(moment timestamptz) returns timestamptz language sql immutable strict parallel safe as $$
  select date_bin('7 days', moment, '2001-01-01 00:00:00+00'::timestamptz)
$$;

create extension if not exists btree_gin;

drop index operate_logs_search, operate_logs_search_parts, login_logs_search, login_logs_search_parts;

-- What is not sorted into an index yet is read through for every week: it is kept short (in kB).
create index operate_logs_search on operate_logs using gin (
  week_of(datetime), lower(resource || E'\n' || user_display) gin_trgm_ops
) with (gin_pending_list_limit = 64);
create index operate_logs_search_parts on operate_logs using gin (
  week_of(datetime), search_parts(lower(resource || E'\n' || user_display))
) with (gin_pending_list_limit = 64);

create index login_logs_search on login_logs using gin (
  week_of(datetime), lower(username || E'\n' || ip || E'\n' || city) gin_trgm_ops
) with (gin_pending_list_limit = 64);
create index login_logs_search_parts on login_logs using gin (
  week_of(datetime), search_parts(lower(username || E'\n' || ip || E'\n' || city))
) with (gin_pending_list_limit = 64);

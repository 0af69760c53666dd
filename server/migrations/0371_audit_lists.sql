-- Logs of tens of millions of rows: by person, newest first, and a search that an index serves in every script.
create index operate_logs_person on operate_logs (org_id, user_display, datetime desc nulls last, id);
create index operate_logs_search on operate_logs using gin (lower(resource || E'\n' || user_display) gin_trgm_ops);
create index operate_logs_search_parts on operate_logs using gin (
  search_parts(lower(resource || E'\n' || user_display))
);

create index login_logs_search on login_logs using gin (lower(username || E'\n' || ip || E'\n' || city) gin_trgm_ops);
create index login_logs_search_parts on login_logs using gin (
  search_parts(lower(username || E'\n' || ip || E'\n' || city))
);

create index password_change_logs_person on password_change_logs ("user", datetime desc nulls last, id);
create index password_change_logs_search on password_change_logs using gin (
  lower("user" || E'\n' || change_by || E'\n' || remote_addr) gin_trgm_ops
);
create index password_change_logs_search_parts on password_change_logs using gin (
  search_parts(lower("user" || E'\n' || change_by || E'\n' || remote_addr))
);

create index ftp_logs_person on ftp_logs ("user", date_start desc nulls last, id);
create index ftp_logs_search on ftp_logs using gin (
  lower("user" || E'\n' || asset || E'\n' || account || E'\n' || filename) gin_trgm_ops
);
create index ftp_logs_search_parts on ftp_logs using gin (
  search_parts(lower("user" || E'\n' || asset || E'\n' || account || E'\n' || filename))
);

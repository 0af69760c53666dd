-- What few rows of a log have is found without reading all of them: each in the order its list is shown in.
create index operate_logs_action on operate_logs (org_id, action, datetime desc nulls last, id);
create index operate_logs_type on operate_logs (org_id, resource_type, datetime desc nulls last, id);
-- Readers of other languages name a type in their words. Small: the same words again and again, and nothing else.
create index operate_logs_type_zh on operate_logs (org_id, (resource_type_label ->> 'zh'));
create index operate_logs_type_ja on operate_logs (org_id, (resource_type_label ->> 'ja'));

create index login_logs_type on login_logs (type, datetime desc nulls last, username, id);
create index login_logs_city on login_logs (city, datetime desc nulls last, username, id);

create index ftp_logs_asset on ftp_logs (asset, date_start desc nulls last, id);
create index ftp_logs_account on ftp_logs (account, date_start desc nulls last, id);
create index ftp_logs_operate on ftp_logs (operate, date_start desc nulls last, id);

create index sessions_person on sessions ("user", date_start desc nulls last, id);
create index sessions_target on sessions (asset, date_start desc nulls last, id);
create index sessions_account_name on sessions (account, date_start desc nulls last, id);
create index sessions_address on sessions (remote_addr, date_start desc nulls last, id);
create index sessions_protocol on sessions (protocol, date_start desc nulls last, id);
create index sessions_login_from on sessions (login_from, date_start desc nulls last, id);

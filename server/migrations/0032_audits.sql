-- Ways from a person and from an account to what happened.
create index operate_logs_user on operate_logs (user_id, datetime desc) where user_id is not null;
create index operate_logs_time on operate_logs (datetime desc);
create index sessions_account on sessions (account_id, date_start desc);

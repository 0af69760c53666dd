-- Failed sign-ins are few among many, and so are those from one address: neither is looked for in every row.
create index login_logs_failed on login_logs (datetime desc nulls last, username, id) where not status;
create index login_logs_address on login_logs (ip, datetime desc nulls last, username, id);

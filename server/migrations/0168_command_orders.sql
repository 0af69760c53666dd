-- Lists put empty values last, in either direction: an index serves their order only when it does too.
drop index commands_org_date;
drop index commands_date;
drop index commands_user;
drop index commands_asset;
drop index commands_account;
drop index commands_risk;
create index commands_org_date on commands (org_id, date_executed desc nulls last, id);
create index commands_date on commands (date_executed desc nulls last, id);
create index commands_user on commands (org_id, "user" text_pattern_ops, date_executed desc nulls last);
create index commands_asset on commands (org_id, asset, date_executed desc nulls last, id);
create index commands_account on commands (org_id, account, date_executed desc nulls last, id);
create index commands_risk on commands (org_id, risk_level, date_executed desc nulls last, id) where risk_level > 0;

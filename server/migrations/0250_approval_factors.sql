-- Approving by a second factor: asked for by the flow, or by the setting where a rule asked, as it stood when the
-- ticket opened.
alter table ticket_flows add column mfa_required boolean not null default false;
alter table tickets add column mfa_required boolean not null default false;
-- Whose link it is, and who can decide there without signing in; null: it leads to the sign-in.
alter table ticket_links add column user_id uuid references users (id) on delete cascade;
create index ticket_links_user on ticket_links (user_id);

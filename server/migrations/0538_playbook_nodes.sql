-- Whether each gateway of the installation can run playbooks, as it last found itself.
create table ops_playbook_nodes (
  node text primary key,
  -- Of ansible-core; empty: there is none.
  version text not null default '',
  -- Why it cannot; empty: it can.
  problem text not null default '' check (problem in ('', 'no_ansible', 'old_ansible', 'no_sandbox')),
  date_checked timestamptz not null default now()
);

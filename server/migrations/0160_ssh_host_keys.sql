-- The keys by which the SSH server shows who it is: one a kind, the same on every node.
create table ssh_server_keys (
  kind text primary key,
  private_sealed text not null,
  fingerprint text not null,
  date_created timestamptz not null default now()
);

-- Keys of the evidence follow each other: the one that signed so far says with its last signature which one signs from
-- now on, and that one signs the same text. Its private half is removed then.
alter table evidence_keys alter column private_sealed drop not null;

create table evidence_handovers (
  number bigint primary key,
  former text not null references evidence_keys (fingerprint),
  successor text not null unique references evidence_keys (fingerprint),
  -- The last checkpoint the former key signed; 0 where it signed none.
  checkpoint bigint not null,
  -- What is signed, byte for byte.
  statement text not null,
  former_signature text not null,
  successor_signature text not null,
  date_signed timestamptz not null default now()
);
create trigger only_added before update or delete on evidence_handovers
  for each statement execute function refuse_change_of_evidence();

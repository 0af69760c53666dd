-- Signatures of many chunks, bit by bit: a search reads the few bits it asks for, of a thousand chunks at a time,
-- instead of a whole signature of each. docs/decisions/0019-finding-moments.md.
create table moment_blocks (
  id bigint generated always as identity primary key,
  -- Chunks of the block, and bits that the signature of each has.
  slots integer not null check (slots > 0 and slots % 8 = 0),
  bits integer not null check (bits > 0),
  -- Bit 0 of all signatures, then bit 1 of all, and so on: `slots / 8` bytes each.
  slices bytea not null,
  -- Whether a chunk of it is gone: what is left of its signature is to go too.
  is_outdated boolean not null default false,
  date_created timestamptz not null default now()
);
-- Pieces of it are read without the rest.
alter table moment_blocks alter column slices set storage external;
create index moment_blocks_outdated on moment_blocks (id) where is_outdated;

-- Signatures of chunks that are in no block yet.
create table moment_signatures (
  session_id uuid not null,
  place integer not null,
  bits integer not null check (bits > 0),
  signature bytea not null,
  primary key (session_id, place),
  foreign key (session_id, place) references moment_chunks on delete cascade
);
-- Looked at in every row, so it stays in it.
alter table moment_signatures alter column signature set storage main;
create index moment_signatures_bits on moment_signatures (bits);
insert into moment_signatures (session_id, place, bits, signature)
  select session_id, place, bits, signature from moment_chunks;

alter table moment_chunks
  drop column bits,
  drop column signature,
  add column block_id bigint references moment_blocks,
  add column slot smallint,
  add constraint moment_chunks_slot check ((block_id is null) = (slot is null));
create unique index moment_chunks_block on moment_chunks (block_id, slot) where block_id is not null;

create function outdate_moment_blocks() returns trigger language plpgsql as $$
begin
  update moment_blocks set is_outdated = true
  where id in (select block_id from gone where block_id is not null) and not is_outdated;
  return null;
end
$$;
create trigger moment_chunks_gone after delete on moment_chunks
  referencing old table as gone for each statement execute function outdate_moment_blocks();

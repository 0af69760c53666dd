-- The certificate authority by which accounts sign in to SSH targets: one key an installation.
create table ssh_authority_keys (
  -- SHA256:…, as ssh-keygen shows it.
  fingerprint text primary key,
  -- The key as SSH writes it, base64.
  public_key text not null,
  private_sealed text not null,
  date_created timestamptz not null default now()
);
create unique index ssh_authority_keys_one on ssh_authority_keys ((true));

-- Signs in to SSH targets by a certificate for each session, and not by its secret.
alter table accounts add column by_certificate boolean not null default false;

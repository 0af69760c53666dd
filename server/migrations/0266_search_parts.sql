-- The characters and pairs of characters of a text that is not all ASCII, the beginning of a line being one more character
-- before its first: where the database's locale is "C", trigrams know nothing but ASCII. The cost is above what it takes:
-- rows are to be found by the index, and never by looking at the parts of each.
create function search_parts(value text) returns text[] language plpgsql immutable strict parallel safe cost 100000 as $$
declare
  characters text[];
begin
  if octet_length(value) = char_length(value) then
    return '{}';
  end if;
  characters := string_to_array(value, null);
  return array(
    select unnest(characters)
    union
    select before || after from unnest(array_prepend(E'\n', characters), characters) as pair (before, after)
    where after is not null and after <> E'\n'
  );
end $$;

create index assets_search_parts on assets using gin (search_parts(search_text));
create index accounts_search_parts on accounts using gin (search_parts(search_text));
create index users_search_parts on users using gin (search_parts(search_text));
create index sessions_search_parts on sessions using gin (search_parts(search_text));

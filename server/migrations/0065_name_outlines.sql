-- The outline of a name: what it looks like, with letters of other alphabets that look like Latin ones turned into
-- these. Usernames with the same outline cannot be told apart by eye.
create function name_outline(name text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(normalize(name, NFKC),
    'АВЕЅІЈКМНОРСТУХԚԜҺӀаеѕіјорсухһӏѵԁԛԝ' || 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿαγικνορυχϳ' || 'ՕԼՏօհոսցյ' || 'ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏚᎢᏙᎳᎩᏃ' || 'ıɑɡǀ',
    'ABESIJKMHOPCTYXQWHIaesijopcyxhlvdqw' || 'ABEZHIKMNOPTYXJayikvopuxj' || 'OLSohnugj' || 'ABCDEHJKLMPSTVWYZ' || 'iagl'))
$$;
create index users_username_outline on users (name_outline(username));

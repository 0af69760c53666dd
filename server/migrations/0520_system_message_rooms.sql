-- Chat channels that get messages of a kind, beside the people who do.
create table system_message_rooms (
  message_type text not null,
  room text not null check (length(room) between 1 and 64),
  primary key (message_type, room)
);

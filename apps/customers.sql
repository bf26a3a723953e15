-- As published, but for a schema that may have it already.
create table if not exists customers (
    id bigserial primary key,
    external_id uuid not null,
    first_name text not null,
    middle_name text not null,
    last_name text not null,
    gender character not null,
    birth_date date not null
);

/** A version per table, incremented on the commit of every write; `store/repositories.ts` lists the tables. */
export const TABLE_VERSIONS: readonly string[] = [
  `create table table_versions (name text primary key, version bigint not null)`,
  `create table table_writes (tx bigint not null, name text not null, primary key (tx, name))`,
  `create function note_table_write() returns trigger language plpgsql as $$
  begin
    insert into table_writes (tx, name) values (txid_current(), tg_table_name) on conflict do nothing;
    return null;
  end $$`,
  // Runs on commit, for all tables of the transaction in a fixed order: writers wait for each other only while they
  // commit, and cannot deadlock.
  `create function count_table_writes() returns trigger language plpgsql as $$
  declare
    written text[];
    each_name text;
    counted bigint;
  begin
    with taken as (delete from table_writes where tx = txid_current() returning name)
      select coalesce(array_agg(name order by name), '{}') into written from taken;
    foreach each_name in array written loop
      insert into table_versions as known (name, version) values (each_name, 1)
        on conflict (name) do update set version = known.version + 1 returning version into counted;
      perform pg_notify('table_versions', each_name || ' ' || counted);
    end loop;
    return null;
  end $$`,
  `create constraint trigger count_table_writes after insert on table_writes deferrable initially deferred
    for each row execute function count_table_writes()`,
];

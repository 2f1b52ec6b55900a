/** Of each statement `$1` is the schema. Tables and views with their columns and keys. */
export const TABLES = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as description,
    -- Updatable: a table, or a view that PostgreSQL writes through.
    c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 28 = 28 as is_writable,
    coalesce((select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, null), 'isRequired', a.attnotnull,
        'description', col_description(c.oid, a.attnum),
        'hasDefault', (d.oid is not null and a.attgenerated = '') or a.attidentity <> '',
        'defaultSql', case when a.attidentity = 'd'
                        then format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', $1::text, c.relname), a.attname))
                      when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum)
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
    coalesce((select json_agg(a.attname order by k.ord)
      from pg_constraint p, unnest(p.conkey) with ordinality as k (num, ord), pg_attribute a
      where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid and a.attnum = k.num), '[]') as primary_key,
    coalesce((select json_agg((select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (p.conkey)))
      from pg_constraint p
      where p.conrelid = c.oid and p.contype in ('p', 'u')), '[]') as unique_keys
  from pg_class c
  where c.relnamespace = (select oid from pg_namespace where nspname = $1) and c.relkind in ('r', 'v', 'm', 'f', 'p')`

/** Foreign keys between its tables. */
export const FOREIGN_KEYS = `
  select k.conname as name, s.relname as source, t.relname as target,
    (select json_agg(a.attname order by n.ord) from unnest(k.conkey) with ordinality as n (num, ord)
      join pg_attribute a on a.attrelid = s.oid and a.attnum = n.num) as columns,
    (select json_agg(a.attname order by n.ord) from unnest(k.confkey) with ordinality as n (num, ord)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = n.num) as "targetColumns"
  from pg_constraint k
  join pg_class s on s.oid = k.conrelid and s.relnamespace = (select oid from pg_namespace where nspname = $1)
  join pg_class t on t.oid = k.confrelid and t.relnamespace = (select oid from pg_namespace where nspname = $1)
  where k.contype = 'f' and k.conparentid = 0
  order by k.conname, k.oid`

/** Functions that can be called by argument name. */
export const FUNCTIONS = `
  select p.proname as name, p.proretset as is_set, p.provolatile = 'v' as is_volatile,
    case when p.prorettype = 'void'::regtype then 'void'
         when t.typtype = 'c' or p.prorettype = 'record'::regtype or 't' = any (p.proargmodes) then 'rows' else 'scalar' end as returns,
    case when r.relnamespace = (select oid from pg_namespace where nspname = $1) then r.relname end as table,
    case when p.pronargs = 1 then (select c.relname from pg_class c
      where c.reltype = p.proargtypes[0] and c.relnamespace = (select oid from pg_namespace where nspname = $1)) end as row_of,
    not p.proretset or p.prorows = 1 as is_single, format_type(p.prorettype, null) as type,
    p.pronargs = 1 and coalesce(p.proargnames[1], '') = ''
      and p.proargtypes[0] in ('json'::regtype, 'jsonb'::regtype, 'text'::regtype) as takes_body,
    obj_description(p.oid, 'pg_proc') as description,
    coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[n], ''), 'type', format_type(p.proargtypes[n - 1], null),
        'isRequired', n <= p.pronargs - p.pronargdefaults) order by n)
      from generate_series(1, p.pronargs) as n), '[]') as arguments,
    coalesce((select json_agg(json_build_object('name', p.proargnames[n], 'type', format_type(p.proallargtypes[n], null)) order by n)
      from generate_series(1, cardinality(p.proallargtypes)) as n
      where p.proargmodes[n] = 't'), '[]') as outputs
  from pg_proc p
  join pg_type t on t.oid = p.prorettype
  left join pg_class r on r.oid = t.typrelid
  where p.pronamespace = (select oid from pg_namespace where nspname = $1) and p.prokind = 'f' and p.provariadic = 0
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    and (p.proargmodes is null or not p.proargmodes && array['o', 'b']::"char"[])
    -- An argument without a name cannot be given by name; a single one takes the body of the request.
    and (p.pronargs = 0
         or not exists (select from generate_series(1, p.pronargs) as n where coalesce(p.proargnames[n], '') = '')
         or (p.pronargs = 1 and p.proargtypes[0] in ('json'::regtype, 'jsonb'::regtype, 'text'::regtype))
         or (p.pronargs = 1 and exists (select from pg_class c where c.reltype = p.proargtypes[0])))`

/** Types a value may be cast to, by catalog name and by the name people write. */
export const TYPES = `
  select n.name, format('%I.%I', s.nspname, t.typname) as sql
  from pg_type t
  join pg_namespace s on s.oid = t.typnamespace
  cross join lateral (values (t.typname::text), (format_type(t.oid, null))) as n (name)
  where s.nspname in ('pg_catalog', 'public', $1) and t.typtype in ('b', 'd', 'e', 'r') and t.typname !~ '^reg'
  union all values ('int', 'pg_catalog.int4'), ('decimal', 'pg_catalog.numeric'), ('float', 'pg_catalog.float8')`

/** Tables and views of the schema with the names of their columns by number, for what leads through views. */
export const RELATIONS = `
  select c.oid::text, c.relname as name, json_object_agg(a.attnum, a.attname) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = (select oid from pg_namespace where nspname = $1) and c.relkind in ('r', 'v', 'm', 'f', 'p')
  group by c.oid`

/** Views of all schemas: one of ours may stand on another's. Without ours there is nothing to know. */
export const VIEWS = `
  select r.ev_class::text as oid, r.ev_action::text as action
  from pg_rewrite r join pg_class c on c.oid = r.ev_class and c.relkind in ('v', 'm')
  join pg_namespace n on n.oid = c.relnamespace and n.nspname not in ('pg_catalog', 'information_schema')
  where r.rulename = '_RETURN'
    and exists (select from pg_class v where v.relkind in ('v', 'm') and v.relnamespace = (select oid from pg_namespace where nspname = $1))`

/** Foreign keys of all schemas: a view may show tables that are not exposed. */
export const ALL_KEYS = `
  select k.conname as name, k.conrelid::text as source, k.confrelid::text as target,
    to_json(k.conkey) as columns, to_json(k.confkey) as target_columns,
    exists (select from pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey <@ k.conkey) as is_unique
  from pg_constraint k
  where k.contype = 'f' and k.conparentid = 0
    and exists (select from pg_class v where v.relkind in ('v', 'm') and v.relnamespace = (select oid from pg_namespace where nspname = $1))`

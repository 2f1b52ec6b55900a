/** A rule about the catalogue of the database: a query whose rows name what breaks it. */
export type Lint = {
  /** Begins the sentence that names what was found. */
  wrong: string
  text: string
  /** What is so on purpose, and why. */
  known?: Readonly<Record<string, string>>
}

/** Ours: neither PostgreSQL's nor those of the job queue, which its package makes. */
const OURS = `n.nspname !~ '^(pg_|information_schema$|graphile_worker$)'`
/** What the API becomes for somebody with a session, or without one. */
const PEOPLE = `unnest(array['anon', 'authenticated'])`
const API_ROLES = `array['anon', 'authenticated', 'service_role', 'quantumshield_api']`
const RIGHT = `case when wanted = 'delete' then has_table_privilege(who, c.oid, wanted) else has_any_column_privilege(who, c.oid, wanted) end`

/** Tables that everybody reads on purpose: they hold nothing of a person or an organisation. */
export const PUBLIC_TABLES: Readonly<Record<string, string>> = {
  'storage.buckets': 'names and limits of the buckets there are, which are the same for everybody',
  'public.certifications': 'a page of the public site',
  'public.status_incidents': 'the status page',
  'public.status_incident_updates': 'the status page',
  'public.status_maintenance': 'the status page',
}

/** Tables and views that people's sessions may read or write, as `name`, `kind` and `rights`. */
export const REACHED_RELATIONS = `
  select n.nspname || '.' || c.relname as name, c.relkind in ('r', 'p') as is_table, array_agg(distinct wanted) as rights
  from pg_class c join pg_namespace n on n.oid = c.relnamespace, ${PEOPLE} as who, unnest(array['select', 'insert', 'update', 'delete']) as wanted
  where c.relkind in ('r', 'p', 'v') and ${OURS} and ${RIGHT}
  group by 1, 2 order by 1`

export const UNFORCED: Lint = {
  wrong: 'Row-level security is off, or does not bind the owner, on',
  text: `
    select n.nspname || '.' || c.relname as found
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and ${OURS} and not (c.relrowsecurity and c.relforcerowsecurity)
      and (n.nspname = 'public'
           or exists (select from ${PEOPLE} as who, unnest(array['select', 'insert', 'update', 'delete']) as wanted where ${RIGHT}))
    order by 1`,
}

export const WITHOUT_POLICY: Lint = {
  wrong: 'No policy says who may use',
  text: `
    select n.nspname || '.' || c.relname as found
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and ${OURS} and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive)
    order by 1`,
}

/** A condition that does not ask who calls is true for everybody. What asks another table is decided by the policies of that one. */
export const ALWAYS_TRUE: Lint = {
  wrong: 'A policy lets everybody in',
  known: Object.fromEntries(Object.keys(PUBLIC_TABLES).map((name) => [`${name} (read)`, 'see PUBLIC_TABLES'])),
  text: `
    select n.nspname || '.' || c.relname || ' ('
           || case p.polcmd when 'r' then 'read' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end || ')' as found
    from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace,
         lateral (values (pg_get_expr(p.polqual, p.polrelid)), (pg_get_expr(p.polwithcheck, p.polrelid))) as given (condition)
    where p.polpermissive and condition !~ '\\m(auth|authz)\\.\\w+\\(|SELECT' and ${OURS}
      and p.polroles && (array(select oid from pg_roles where rolname in ('anon', 'authenticated')) || 0::oid)
    group by 1 order by 1`,
}

/** A write that row-level security lets through without asking for the second factor that its person has. */
export const UNPROVEN_WRITES: Lint = {
  wrong: 'Without the second factor of its person, a session writes to',
  text: `
    select n.nspname || '.' || c.relname || ' (' || wanted || ')' as found
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest(array['insert', 'update', 'delete']) as wanted,
         unnest(array['authenticated']) as who
    where n.nspname in ('public', 'storage') and c.relkind in ('r', 'p') and ${RIGHT}
      and not exists (
        select from pg_policy p
        where p.polrelid = c.oid and not p.polpermissive
          and p.polcmd in ('*', case wanted when 'insert' then 'a' when 'update' then 'w' else 'd' end)
          and coalesce(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) ~ 'is_proven')
    order by 1`,
}

export const ABLE_ROLES: Lint = {
  wrong: 'A role of the API may do what it must not',
  text: `
    select r.rolname || ': ' || might as found
    from pg_roles r, lateral (values (r.rolsuper, 'is a superuser'), (r.rolbypassrls, 'passes row-level security'), (r.rolcreaterole, 'makes roles'),
      (r.rolcreatedb, 'makes databases'), (r.rolreplication, 'replicates'), (r.rolinherit, 'inherits rights'),
      (r.rolcanlogin and r.rolname <> 'quantumshield_api', 'signs in'),
      (has_database_privilege(r.oid, current_database(), 'create'), 'makes schemas')) as facts (is_so, might)
    where r.rolname = any (${API_ROLES}) and is_so
    union all
    select r.rolname || ': becomes ' || g.rolname
    from pg_auth_members m join pg_roles r on r.oid = m.member join pg_roles g on g.oid = m.roleid
    where r.rolname = any (${API_ROLES}) and not (r.rolname = 'quantumshield_api' and g.rolname in ('anon', 'authenticated', 'service_role'))
    order by 1`,
}

export const OWNED_OBJECTS: Lint = {
  wrong: 'A role of the API owns or may change the form of',
  text: `
    select r.rolname || ': owns ' || n.nspname || '.' || c.relname as found
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.oid = c.relowner where r.rolname = any (${API_ROLES})
    union all
    select r.rolname || ': owns ' || p.oid::regprocedure from pg_proc p join pg_roles r on r.oid = p.proowner where r.rolname = any (${API_ROLES})
    union all
    select who || ': makes objects in ' || n.nspname from pg_namespace n, unnest(${API_ROLES}) as who
    where n.nspname !~ '^pg_(toast_)?temp' and has_schema_privilege(who, n.oid, 'create')
    union all
    select who || ': may ' || wanted || ' ' || n.nspname || '.' || c.relname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest(array['anon', 'authenticated', 'quantumshield_api']) as who,
         unnest(array['truncate', 'references', 'trigger']) as wanted
    where c.relkind in ('r', 'p') and ${OURS} and has_table_privilege(who, c.oid, wanted)
    order by 1`,
}

/** The login itself, before it becomes one of its roles, and after an injected `reset role`. */
export const LOGIN_RIGHTS: Lint = {
  wrong: 'The login of the API reaches by itself',
  text: `
    select n.nspname || '.' || c.relname as found
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest(array['select', 'insert', 'update', 'delete']) as wanted,
         unnest(array['quantumshield_api']) as who
    where c.relkind in ('r', 'p', 'v') and n.nspname !~ '^(pg_|information_schema$)' and ${RIGHT}
    group by 1 order by 1`,
}

export const DEFINER_PATHS: Lint = {
  wrong: 'A function with the rights of its owner looks names up where its caller may put others',
  text: `
    select p.oid::regprocedure::text as found from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and ${OURS} and not coalesce('search_path=""' = any (p.proconfig), false)
    order by 1`,
}

export const OPEN_DEFINERS: Lint = {
  wrong: 'Everybody may call a function with the rights of its owner',
  known: {
    'authz.allows(text,uuid)': 'policies ask it, for the person who calls, about that caller alone',
    'authz.home()': 'policies ask it, for the person who calls, about that caller alone',
    'authz.tenant()': 'policies ask it, for the person who calls, about that caller alone',
    'authz.operator()': 'the id of the organisation that runs the server, which policies ask for',
  },
  text: `
    select p.oid::regprocedure::text as found
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as given
    where p.prosecdef and ${OURS} and given.grantee = 0 and given.privilege_type = 'EXECUTE'
    order by 1`,
}

/** A view passes the policies of its tables unless it runs as its caller; those that do so on purpose ask who calls, behind a barrier. */
export const OPEN_VIEWS: Lint = {
  wrong: 'A view shows rows without asking who calls',
  // A barrier would keep pages of a large organisation from being read in the order of an index.
  known: {
    'authz.people': 'asks by itself, and no client writes its conditions: the server makes them of declared filters',
  },
  text: `
    select n.nspname || '.' || c.relname as found
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and ${OURS} and exists (select from ${PEOPLE} as who where has_any_column_privilege(who, c.oid, 'select'))
      and not coalesce('security_invoker=true' = any (c.reloptions) or 'security_invoker=on' = any (c.reloptions), false)
      and not (coalesce('security_barrier=true' = any (c.reloptions), false)
               and pg_get_viewdef(c.oid) ~ '\\mauth\\.uid\\(\\)|\\mauthz\\.\\w+\\(')
    order by 1`,
}

/** Limits that were laid on rows that are written from then on; what older versions stored stays. */
export const UNCHECKED: Lint = {
  wrong: 'A constraint does not hold for every row',
  known: Object.fromEntries(
    [
      'profiles_first_name',
      'profiles_last_name',
      'profiles_company',
      'account_wraps_passkey',
      'system_audit_log_words',
    ].map((name) => [name, 'laid on a table that had rows already']),
  ),
  text: `
    select k.conname::text as found
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where ${OURS} and (not k.convalidated or to_jsonb(k) ->> 'conenforced' = 'false') and not (k.contype = 'c' and k.conname ~ '_most$')
    order by 1`,
}

export const SWITCHED_OFF: Lint = {
  wrong: 'A trigger or an index is switched off',
  text: `
    select c.oid::regclass || '.' || t.tgname as found
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS} and t.tgenabled in ('D', 'R')
    union all
    select i.indexrelid::regclass::text
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and not (i.indisvalid and i.indisready)
    order by 1`,
}

/** Parents of which no row is deleted while the server runs. */
const KEPT_PARENTS = `('public.tenants'::regclass, 'threats.detectors'::regclass, 'storage.buckets'::regclass)`
const FEW_ROWS = 'a table with few rows'
const WITH_ACCOUNT = 'read whole when an account is deleted, and at no other time'

/** Where the row that it refers to is deleted, a table without an index for that is read whole. */
export const UNINDEXED: Lint = {
  wrong: 'A foreign key has no index for the deletion of what it refers to',
  known: {
    'auth.flow_states.flow_states_user_id_fkey': FEW_ROWS,
    'checks.runs.runs_started_by_fkey': FEW_ROWS,
    'public.canaries.canaries_user_id_fkey': FEW_ROWS,
    'public.device_inboxes.device_inboxes_space_id_fkey': FEW_ROWS,
    'public.devices.devices_space_id_fkey': FEW_ROWS,
    'public.file_requests.file_requests_space_id_fkey': WITH_ACCOUNT,
    'public.folders.folders_space_id_fkey': WITH_ACCOUNT,
    'public.former_members.former_members_removed_by_fkey': FEW_ROWS,
    'public.invitations.invitations_invited_by_fkey': FEW_ROWS,
    'public.organisation_policies.organisation_policies_updated_by_fkey': FEW_ROWS,
    'public.request_deliveries.request_deliveries_object_fkey':
      'storage_path, which is unique, is the name of the object',
    'public.share_links.share_links_space_id_fkey': WITH_ACCOUNT,
    'public.spaces.spaces_owner_id_fkey': WITH_ACCOUNT,
    'public.tags.tags_space_id_fkey': WITH_ACCOUNT,
    'public.threat_enforcements.threat_enforcements_detection_id_fkey':
      'read whole when old detections are forgotten, once a day',
    'public.threat_enforcements.threat_enforcements_lifted_by_fkey': WITH_ACCOUNT,
    'public.threat_enforcements.threat_enforcements_user_id_fkey': WITH_ACCOUNT,
    'public.threat_incidents.threat_incidents_assigned_to_fkey': WITH_ACCOUNT,
    'public.threat_incidents.threat_incidents_user_id_fkey': WITH_ACCOUNT,
    'public.threat_notes.threat_notes_assigned_to_fkey': WITH_ACCOUNT,
    'public.threat_notes.threat_notes_user_id_fkey': WITH_ACCOUNT,
  },
  text: `
    select n.nspname || '.' || c.relname || '.' || k.conname as found
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and ${OURS} and k.confrelid not in ${KEPT_PARENTS}
      and not exists (
        select from pg_index i
        where i.indrelid = k.conrelid and i.indisvalid and i.indkey[0] = any (k.conkey)
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))
    order by 1`,
}

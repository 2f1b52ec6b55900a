import type { CheckId } from '#contract/checks/checks.ts'
import type { Fault } from './fault.ts'

/** What breaks a rule of the database, and what mends it. */
export type RuleFault = Omit<Fault, 'breakIt'> & { id: CheckId; sql: readonly [breaks: string, mends: string] }

/** Row-level security, policies, roles, organisations, functions, constraints. */
export const RULE_FAULTS: readonly RuleFault[] = [
  {
    id: 'DB-04',
    what: 'row-level security does not bind the owner of a table',
    says: /row-level security.*: public.tags/i,
    sql: ['alter table public.tags no force row level security', 'alter table public.tags force row level security'],
  },
  {
    id: 'DB-05',
    what: 'a policy lets everybody change records',
    says: /everybody in: public.certifications \(update\)/,
    sql: [
      'create policy planted on public.certifications for update to authenticated using (1 = 1)',
      'drop policy planted on public.certifications',
    ],
  },
  {
    id: 'DB-05',
    what: 'a table has no policy',
    says: /No policy.*: public.certificate_files/,
    sql: [
      'drop policy certificate_files_service on public.certificate_files',
      'create policy certificate_files_service on public.certificate_files for all to postgres, service_role using (true) with check (true)',
    ],
  },
  {
    id: 'DB-05',
    what: 'a write needs no second factor',
    says: /second factor.*: public.tags \(delete\)/,
    sql: [
      'drop policy tags_proven on public.tags',
      'create policy tags_proven on public.tags as restrictive for all to authenticated using ((select authz.is_proven()))',
    ],
  },
  {
    id: 'DB-06',
    what: 'a role of the API makes databases',
    says: /authenticated: makes databases/,
    sql: ['alter role authenticated createdb', 'alter role authenticated nocreatedb'],
  },
  {
    id: 'DB-06',
    what: 'a role of the API empties a table',
    says: /anon: may truncate public.tags/,
    sql: ['grant truncate on public.tags to anon', 'revoke truncate on public.tags from anon'],
  },
  {
    id: 'DB-06',
    what: 'the login of the API reads by itself',
    says: /by itself: public.tags/,
    sql: ['grant select on public.tags to quantumshield_api', 'revoke select on public.tags from quantumshield_api'],
  },
  {
    id: 'DB-07',
    what: 'a policy shows folders to every administrator',
    says: /^RLS policy allows unauthorized access to tenant data: public.folders$/,
    sql: [
      `create policy planted on public.folders for select to authenticated using (authz.allows('manage_users', authz.tenant()))`,
      'drop policy planted on public.folders',
    ],
  },
  {
    id: 'DB-08',
    what: 'a policy lets people insert for others',
    says: /write into another: public.tags \(insert\)$/,
    sql: [
      'create policy planted on public.tags for insert to authenticated with check (auth.uid() is not null)',
      'drop policy planted on public.tags',
    ],
  },
  {
    id: 'DB-08',
    what: 'a tag is moved to another organisation',
    says: /write into another: .*public.tags \(giving away by tenant_id\)/,
    sql: [
      'alter policy tags_own on public.tags with check (user_id = (select auth.uid()))',
      `alter policy tags_own on public.tags
         with check (user_id = (select auth.uid()) and tenant_id = (select authz.tenant())
                     and (space_id is null or exists (select from public.spaces s where s.id = tags.space_id)))`,
    ],
  },
  {
    id: 'DB-09',
    what: 'a policy shows contacts to who has no session',
    says: /nobody in particular: public.contacts \(with a session of nobody\)/,
    sql: [
      'create policy planted on public.contacts for select to authenticated using (auth.uid() is null)',
      'drop policy planted on public.contacts',
    ],
  },
  {
    id: 'DB-10',
    what: 'a function with the rights of its owner has no search path',
    says: /looks names up.*: planted\(\)/,
    sql: [
      `create function public.planted() returns integer language sql security definer as 'select 1';
       revoke execute on function public.planted() from public`,
      'drop function public.planted()',
    ],
  },
  {
    id: 'DB-10',
    what: 'everybody may call such a function',
    says: /Everybody may call.*: planted_open\(\)/,
    sql: [
      `create function public.planted_open() returns integer language sql security definer set search_path = '' as 'select 1'`,
      'drop function public.planted_open()',
    ],
  },
  {
    id: 'DB-10',
    what: 'a view passes the policies of its table',
    says: /without asking who calls: public.planted/,
    sql: [
      'create view public.planted as select name from public.tags; grant select on public.planted to authenticated',
      'drop view public.planted',
    ],
  },
  {
    id: 'DB-11',
    what: 'a foreign key has no index',
    says: /no index.*: public.file_tags.file_tags_tag_id_fkey/,
    sql: [
      'drop index public.file_tags_tag_idx',
      'create index file_tags_tag_idx on public.file_tags using btree (tag_id)',
    ],
  },
  {
    id: 'DB-11',
    what: 'a trigger is off',
    says: /switched off: tags.tags_audit/,
    sql: ['alter table public.tags disable trigger tags_audit', 'alter table public.tags enable trigger tags_audit'],
  },
  {
    id: 'DB-11',
    what: 'a constraint was not checked',
    says: /every row: planted/,
    sql: [
      `alter table public.tags add constraint planted check (name <> '') not valid`,
      'alter table public.tags drop constraint planted',
    ],
  },
]

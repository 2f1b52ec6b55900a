/** One change of a function that decides who may do what. */
export type SqlChange = {
  /** In schema `authz`. */
  name: string
  /** Occurs once in the function, as `server/db/schema.sql` writes it. */
  from: string
  to: string
  /** Where it ought to be noticed. */
  tests: readonly string[]
}

const ROLES = ['test/permissions.test.ts', 'test/organisation/team.test.ts', 'test/time/organisation.test.ts']
const TEAM = [
  'test/organisation/team.test.ts',
  'test/organisation/last-owner.test.ts',
  'test/time/organisation.test.ts',
]
const SPACES = ['test/spaces/team-spaces.test.ts']
const SHARING = ['test/sharing/sharing.test.ts', 'test/time/files.test.ts']
const FACTOR = ['test/session/second-factor-guard.test.ts']
const RECOVERY = ['test/recovery/organisation-recovery.test.ts', 'test/time/organisation.test.ts']

const change = (name: string, tests: readonly string[], from: string, to: string): SqlChange => ({
  name,
  tests,
  from,
  to,
})

/** Conditions left out, comparisons turned round, `and` for `or`. */
export const SQL_CHANGES: readonly SqlChange[] = [
  change('allows', [...ROLES, ...FACTOR], 'authz.is_proven() AND ', ''),
  change('allows', ROLES, '(r.user_id = auth.uid()) AND ', ''),
  change('allows', ROLES, '(r.tenant_id = allows.tenant) AND ', ''),
  change('allows', ROLES, ' AND (p.permission = allows.permission)', ''),
  change('leads', TEAM, '(r.tenant_id = leads.tenant) AND ', ''),
  change('leads', TEAM, "ARRAY['owner'::text, ", "ARRAY['owner'::text, 'admin'::text, "),
  change('may_invite', TEAM, " AND ((given <> 'owner'::text) OR authz.leads(person, home))", ''),
  change('may_invite', TEAM, "(p.permission = 'manage_users'::text)", 'true'),
  change('lock_team', TEAM, "home is null or not authz.allows('manage_users', home) or ", ''),
  change(
    'lock_domains',
    ['test/organisation/organisation-domains.test.ts'],
    'not authz.leads(auth.uid(), home)',
    'false',
  ),
  change('require_member', TEAM, ' and p.tenant_id = home', ''),
  change('require_member', TEAM, '\n     or exists (select from public.former_members f where f.user_id = person)', ''),
  change('require_member', TEAM, ' and not authz.leads(auth.uid(), home)', ' and false'),
  change('require_other_owner', TEAM, ' and r.user_id <> person', ''),
  change('require_other_owner', TEAM, ' and u.deleted_at is null', ''),
  change('is_proven', FACTOR, "(s.user_id = auth.uid()) AND (s.aal = 'aal2'::text)", '(s.user_id = auth.uid())'),
  change('is_proven', FACTOR, " AND (f.factor_type <> 'recovery_code'::text)", ''),
  change('require_proven', FACTOR, ' or not authz.is_proven()', ''),
  change('edits_space', SPACES, ", 'editor'::text]", ", 'editor'::text, 'viewer'::text]"),
  change('space_role', [...SPACES, ...FACTOR], 'authz.is_proven() AND ', ''),
  change(
    'space_role',
    SPACES,
    ' AND (NOT (EXISTS (SELECT FROM public.former_members f WHERE (f.user_id = m.user_id))))',
    '',
  ),
  change('team_spaces', SPACES, '(m.user_id = auth.uid()) AND ', ''),
  change('reads_team_object', SPACES, ' AND (f.team_space_id IN (SELECT authz.team_spaces() AS team_spaces))', ''),
  change('roster_problem', SPACES, "said ->> 'author_id' is distinct from auth.uid()::text", 'false'),
  change('roster_problem', SPACES, "said ->> 'previous' is distinct from", "said ->> 'previous' is not distinct from"),
  change('is_object_shared', SHARING, ' AND ((a.expires_at IS NULL) OR (a.expires_at > now()))', ''),
  change('is_object_shared', SHARING, ' AND (a.user_id = auth.uid())', ''),
  change('is_object_shared', SHARING, ' AND (a.granted_by = f.user_id)', ''),
  change('is_object_shared', SHARING, ' AND (NOT public.is_in_trash(f.*))', ''),
  change('is_object_shared', [...SHARING, ...FACTOR], ' AND ( SELECT authz.is_proven() AS is_proven)', ''),
  change('lock_recovery', RECOVERY, ' and r.expires_at > now()', ''),
  change('lock_recovery', RECOVERY, ' and r.ended_at is null', ''),
  change(
    'lock_recovery',
    RECOVERY,
    ' where s.user_id = r.user_id and s.holder_id = holder)',
    ' where s.user_id = r.user_id)',
  ),
]

import { readShippedSchema } from '#server/db/shipped-schema.ts'

/** One change of a function that decides who may do what. */
export type SqlChange = {
  /** In schema `authz`. */
  name: string
  /** Occurs once in the function, as its file in `server/db/functions` has it. */
  from: string
  to: string
  /** Where it ought to be noticed. */
  tests: readonly string[]
}

/** Asks the functions themselves, in seconds; the others go through the server. */
const ASKED = ['test/db/authz.test.ts']
const ASKED_OF_FILES = ['test/db/authz-files.test.ts']
const SPACES = ['test/spaces/team-spaces.test.ts']
const EXPORTS = ['test/policies/exports.test.ts']
const WAYS = ['test/policies/sign-in-ways.test.ts', 'test/policies/changes.test.ts']
const RECOVERY = ['test/recovery/organisation-recovery.test.ts', 'test/time/organisation.test.ts']

const change = (name: string, tests: readonly string[], from: string, to: string): SqlChange => ({
  name,
  tests,
  from,
  to,
})

/** Conditions left out, comparisons turned round, roles added. */
export const SQL_CHANGES: readonly SqlChange[] = [
  change('allows', ASKED, 'authz.is_proven() and ', ''),
  change('allows', ASKED, 'r.user_id = auth.uid()', 'true'),
  change('allows', ASKED, 'r.tenant_id = tenant', 'true'),
  change('allows', ASKED, 'p.permission = allows.permission', 'true'),
  change('leads', ASKED, 'r.tenant_id = tenant', 'true'),
  change('leads', ASKED, "('owner', ", "('owner', 'admin', "),
  change('may_invite', ASKED, "(given <> 'owner' or authz.leads(person, home))", 'true'),
  change('may_invite', ASKED, "p.permission = 'manage_users'", 'true'),
  change('lock_team', ASKED, "home is null or not authz.allows('manage_users', home) or ", ''),
  change('lock_domains', ASKED, 'not authz.leads(auth.uid(), home)', 'false'),
  change('require_member', ASKED, ' and p.tenant_id = home', ''),
  change(
    'require_member',
    ASKED,
    '\n     or exists (select from public.former_members f where f.user_id = person)',
    '',
  ),
  change('require_member', ASKED, ' and not authz.leads(auth.uid(), home)', ' and false'),
  change('has_other_owner', ASKED, 'o.user_id <> person', 'true'),
  change(
    'has_other_owner',
    ASKED,
    '\n      and (o.can_sign_in or not exists (select from authz.owners(home) me where me.user_id = person and me.can_sign_in))',
    '',
  ),
  change(
    'has_other_owner',
    ASKED,
    ' or not exists (select from authz.owners(home) me where me.user_id = person and me.can_sign_in)',
    '',
  ),
  change('owners', ASKED, ' and u.deleted_at is null', ''),
  change('owners', ASKED, ' and not coalesce(u.banned_until > now(), false)', ''),
  change('owners', ASKED, '\n    and not exists (select from public.former_members f where f.user_id = r.user_id)', ''),
  change('require_export', EXPORTS, '\n     and not authz.leads(auth.uid(), home)', ''),
  change('require_export', EXPORTS, " and o.exports_by = 'owners'", ''),
  change('lacks_way', WAYS, ' and o.sign_in_from <= now()', ''),
  change('lacks_way', WAYS, 's.id = session and ', ''),
  change('fits_way', WAYS, ` or amr @> '[{"method": "sso/saml"}]'`, ''),
  change('fits_way', WAYS, "ways in ('provider', 'either')", "ways in ('passkey', 'provider', 'either')"),
  change('is_proven', ASKED, "s.user_id = auth.uid() and s.aal = 'aal2'", 's.user_id = auth.uid()'),
  change('is_proven', ASKED, " and f.factor_type <> 'recovery_code'", ''),
  change('require_proven', ASKED, ' or not authz.is_proven()', ''),
  change('edits_space', ASKED_OF_FILES, ", 'editor')", ", 'editor', 'viewer')"),
  change('space_role', ASKED_OF_FILES, ' and authz.is_proven()', ''),
  change(
    'space_role',
    ASKED_OF_FILES,
    ' and not exists (select from public.former_members f where f.user_id = m.user_id)',
    '',
  ),
  change('team_spaces', ASKED_OF_FILES, 'm.user_id = auth.uid() and ', ''),
  change('team_spaces', ASKED_OF_FILES, ' and authz.is_proven()', ''),
  change(
    'reads_team_object',
    ASKED_OF_FILES,
    '\n                   and f.team_space_id in (select authz.team_spaces())',
    '',
  ),
  change('roster_problem', SPACES, "said ->> 'author_id' is distinct from auth.uid()::text", 'false'),
  change('roster_problem', SPACES, "said ->> 'previous' is distinct from", "said ->> 'previous' is not distinct from"),
  change('is_object_shared', ASKED_OF_FILES, ' and authz.is_live(a)', ''),
  change('is_object_shared', ASKED_OF_FILES, '\n      and a.user_id = auth.uid()', ''),
  change('is_object_shared', ASKED_OF_FILES, ' and a.granted_by = f.user_id', ''),
  change('is_object_shared', ASKED_OF_FILES, ' and not public.is_in_trash(f)', ''),
  change('is_object_shared', ASKED_OF_FILES, ' and (select authz.is_proven())', ''),
  change('lock_recovery', RECOVERY, ' and r.expires_at > now()', ''),
  change('lock_recovery', RECOVERY, ' and r.ended_at is null', ''),
  change(
    'lock_recovery',
    RECOVERY,
    ' where s.user_id = r.user_id and s.holder_id = holder)',
    ' where s.user_id = r.user_id)',
  ),
]

/** The function as it is, or with the change: a statement that replaces it. @throws when the text is not there exactly once. */
export function changedFunction({ name, from, to }: SqlChange): string {
  const found = readShippedSchema().functions.all.find((one) => one.name === `authz.${name}`)
  if (!found) throw new Error(`there is no function authz.${name}`)
  if (found.makes.split(from).length !== 2)
    throw new Error(`authz.${name} does not hold this text exactly once: ${from}`)
  return found.makes.replace(from, () => to)
}

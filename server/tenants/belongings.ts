import type { Transaction } from '../db/database.ts'

/** Placeholders of conditions: the organisation is `$1`, the table is `belonging`: a column of that name would be taken for the row. */
const PEOPLE = '(select p.user_id from public.profiles p where p.tenant_id = $1)'
const person = (column = 'user_id') => `belonging.${column} in ${PEOPLE}`
/** Rows of a table whose parent, a table with a column `tenant_id`, belongs to the organisation. */
const below = (parent: string, column: string, key = 'id') =>
  `belonging.${column} in (select b.${key} from ${parent} b where b.tenant_id = $1)`

const OF_PERSON = [
  'auth.earlier_account_keys',
  'auth.earlier_key_states',
  'auth.identities',
  'auth.kdf_parameters',
  'auth.known_devices',
  'auth.last_uses',
  'auth.mfa_factors',
  'auth.passkeys',
  'auth.sessions',
  'billing.customers',
  'ledger.unlisted_keys',
  'notify.alarm_mails',
  'notify.last_mails',
  'notify.role_mails',
  'public.account_wraps',
  'public.device_inboxes',
  'public.device_keys',
  'public.devices',
  'public.earlier_states',
  'public.file_access',
  'public.file_requests',
  'public.file_versions',
  'public.keyrings',
  'public.notification_settings',
  'public.notifications',
  'public.received_files',
  'public.recovery_requests',
  'public.recovery_shares',
  'public.request_deliveries',
  'public.share_link_files',
  'public.share_links',
  'public.space_keys',
  'public.space_marks',
  'public.subscriptions',
  'threats.destroyed',
  'threats.givers',
  'threats.hints',
  'threats.profiles',
  'threats.reads',
]

const OF_LOG = [
  'builds',
  'checkpoints',
  'cosignatures',
  'event_keys',
  'leaves',
  'listed_keys',
  'shown',
  'tiles',
  'timestamps',
].map((name) => `ledger.${name}`)

/** Which rows of a table belong to an organisation, where a column `tenant_id` does not say so. */
const ROWS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(OF_PERSON.map((name) => [name, person()])),
  ...Object.fromEntries(OF_LOG.map((name) => [name, below('ledger.logs', 'log_id')])),
  'auth.declined_invitations': below('public.invitations', 'invitation_id'),
  'auth.users': person('id'),
  'invoicing.checkouts': below('invoicing.invoices', 'invoice_id'),
  'ledger.erasures': person('subject_id'),
  'ledger.subject_keys': person('subject_id'),
  'notify.told_role_ends': below('public.enterprise_user_roles', 'role_id'),
  'public.file_removals': below('public.spaces', 'space_id'),
  'public.file_tags': below('public.file_records', 'file_id'),
  'public.invitation_teams': below('public.invitations', 'invitation_id'),
  'public.people_import_rows': below('public.people_imports', 'import_id'),
  'public.recovery_answers': person('holder_id'),
  'public.space_teams': below('public.spaces', 'space_id'),
  'public.team_members': below('public.teams', 'team_id'),
  'public.team_space_bundles': below('public.spaces', 'space_id'),
  'public.team_space_epochs': below('public.spaces', 'space_id'),
  'public.team_space_members': below('public.spaces', 'space_id'),
  'public.tenants': 'belonging.id = $1',
  'public.threat_notes': below('public.threat_incidents', 'incident_id'),
  'storage.lost_content': `belonging.object_id in (select o.id from storage.objects o where o.owner in ${PEOPLE})`,
  'storage.objects': person('owner'),
  'storage.uploads': person('owner'),
  'storage.usage': person('owner'),
  'storage.usage_changes': person('owner'),
  'streams.put_aside': below('public.event_streams', 'stream_id'),
  'streams.states': below('public.event_streams', 'stream_id'),
  'streams.tries': below('public.event_streams', 'stream_id'),
  'threats.device_days': `belonging.device_id in (select d.id from public.devices d where d.user_id in ${PEOPLE})`,
  'threats.device_places': `belonging.device_id in (select d.id from public.devices d where d.user_id in ${PEOPLE})`,
}

const INSTALLATION = 'of the installation, and of no organisation'
const SIGN_INS = 'secrets of a sign-in that is under way'
const PASSING = 'gone within minutes'

/** Tables of which nothing is exported, by the reason, which the manifest says. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  [INSTALLATION]: [
    'auth.installation',
    'auth.rate_limits',
    'auth.sso_domains',
    'auth.sso_providers',
    'authz.permissions',
    'billing.events',
    'billing.orphaned_customers',
    'invoicing.numbers',
    'invoicing.seller',
    'checks.browser_answers',
    'checks.results',
    'checks.runs',
    'checks.settings',
    'documentation.guides',
    'documentation.versions',
    'ledger.retention_start',
    'notify.defaults',
    'meta.backups',
    'meta.device_watch',
    'meta.job_workers',
    'meta.nodes',
    'meta.schema_migrations',
    'meta.shared_secrets',
    'public.certificate_files',
    'public.certifications',
    'public.status_incident_updates',
    'public.status_incidents',
    'public.status_maintenance',
    'realtime.tables',
    'seo.crawls',
    'seo.findings',
    'seo.pages',
    'seo.redirects',
    'seo.settings',
    'status.buckets',
    'status.rounds',
    'status.samples',
    'status.subscribers',
    'storage.buckets',
    'storage.leftovers',
    'storage.orphan_blobs',
    'storage.quota_settings',
    'storage.scrub',
    'storage.sweep',
    'threats.detectors',
    'threats.ways',
  ],
  [SIGN_INS]: [
    'auth.flow_states',
    'auth.mfa_challenges',
    'auth.mfa_recovery_codes',
    'auth.oauth_states',
    'auth.one_time_tokens',
    'auth.passkey_challenges',
    'auth.sso_requests',
    'auth.used_captchas',
    'auth.used_wallet_messages',
    'public.device_codes',
  ],
  [PASSING]: [
    'ledger.pending',
    'ledger.unlisted_statements',
    'mail.messages',
    'realtime.hints',
    'realtime.messages',
    'realtime.node_messages',
    'threats.counters',
    'tenancy.exports',
  ],
  'repeats for a day what is stored where it belongs': ['panel.requests'],
  'bytes of uploads that are no files yet': ['storage.upload_claims', 'storage.upload_parts', 'storage.upload_pieces'],
  'what the sandbox of payments plays': [
    'billing.sandbox_events',
    'billing.sandbox_payments',
    'billing.sandbox_sessions',
    'billing.sandbox_subscriptions',
  ],
}

/** Columns that let their reader in somewhere, and open nothing that is sealed. */
const WITHHELD: Readonly<Record<string, readonly string[]>> = {
  'auth.known_devices': ['device_hash'],
  'auth.mfa_factors': ['secret_sealed'],
  'auth.sessions': ['refresh_key', 'device_hash'],
  'auth.users': ['encrypted_password'],
  'growth.mail_settings': ['report_token'],
  'public.file_requests': ['token_hash', 'door_hash'],
  'public.keyrings': ['write_hash', 'write_proof'],
  'public.share_links': ['token_hash', 'door_hash'],
  'scim.tokens': ['token_hash'],
  'streams.states': ['secret', 'earlier_secret'],
  'studio.connections': ['key_sealed'],
  'training.completions': ['code_hash'],
}

/** A table with rows of organisations. `rows`: a condition on `belonging` in which the organisation is `$1`. */
export type Belonging = { name: string; rows: string; withheld: readonly string[] }
type Belongings = { tables: Belonging[]; leftOut: Record<string, string>; undecided: string[] }

/** Decides on every table that is there now. What nobody decided on is `undecided`: nothing is exported while there is such a table. */
export async function belongingsOf(db: Transaction): Promise<Belongings> {
  const { rows } = await db.query<{ name: string; has_tenant: boolean }>({
    text: `select n.nspname || '.' || c.relname as name,
                  exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant
           from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where c.relkind in ('r', 'p') and not c.relispartition
             and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')
           order by 1`,
    values: [],
  })
  const leftOut = new Map(Object.entries(LEFT_OUT).flatMap(([why, names]) => names.map((name) => [name, why] as const)))
  const found: Belongings = { tables: [], leftOut: {}, undecided: [] }
  for (const { name, has_tenant: hasTenant } of rows) {
    const why = leftOut.get(name)
    const condition = ROWS[name] ?? (hasTenant ? 'belonging.tenant_id = $1' : undefined)
    if (why !== undefined) found.leftOut[name] = why
    else if (condition === undefined) found.undecided.push(name)
    else found.tables.push({ name, rows: condition, withheld: WITHHELD[name] ?? [] })
  }
  return found
}

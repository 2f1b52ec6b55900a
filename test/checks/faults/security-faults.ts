import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { KNOWN_ANSWERS } from '#crypto/suites/known-answers.ts'
import { installedFile } from '#server/checks/security/build.ts'
import { Engine } from '#server/threats/engine/engine.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import { type Given, json } from './broken-front.ts'
import { findings } from './fault.ts'
import { type Faults, stage, text } from './fault-stage.ts'
import { UPLOAD_FAULTS } from './upload-faults.ts'

const withHeaders = (given: Given, headers: Record<string, string | undefined>): Given => ({
  ...given,
  headers: Object.fromEntries(
    Object.entries({ ...given.headers, ...headers }).filter(([, value]) => value !== undefined),
  ),
})

/** A function of the database is another one. */
const otherFunction = (name: string, alter: (definition: string) => string) => async () => {
  const { rows } = await stage.server.database.owner<{ definition: string }>(
    `select pg_get_functiondef($1::regproc) as definition`,
    [name],
  )
  const definition = rows[0]?.definition ?? ''
  await stage.server.database.owner(alter(definition))
  return () => stage.server.database.owner(definition)
}

type Inspect = (...shown: Parameters<Engine['inspect']>) => ReturnType<Engine['inspect']>

/** Every engine inspects otherwise. */
const inspecting = (broken: (whole: (...shown: Parameters<Inspect>) => ReturnType<Inspect>) => Inspect) => async () => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its engine below
  const whole = Engine.prototype.inspect
  Engine.prototype.inspect = function inspect(this: Engine, ...shown) {
    return broken((...again) => whole.apply(this, again))(...shown)
  }
  return async () => void (Engine.prototype.inspect = whole)
}

/** Headers, rights, stored content, cryptography and the log. */
export const SECURITY_FAULTS: Faults = {
  'SEC-01': {
    what: 'an error lacks a header',
    says: /x-content-type-options on an error/,
    breakIt: stage.answering(async ({ path: at }, ask) =>
      at === '/no-such-address' ? withHeaders(await ask(), { 'x-content-type-options': undefined }) : ask(),
    ),
  },
  'SEC-02': {
    what: 'a document allows scripts in its text',
    says: /\/status allows 'unsafe-inline'/,
    breakIt: stage.answering(async ({ path: at }, ask) => {
      const given = await ask()
      const policy = String(given.headers['content-security-policy'])
      return at === '/status'
        ? withHeaders(given, {
            'content-security-policy': policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
          })
        : given
    }),
  },
  'SEC-04': {
    what: 'every origin may read answers',
    says: /GET \/config\.json from https:\/\/elsewhere\.invalid/,
    breakIt: stage.answering(async ({ path: at, headers }, ask) =>
      at === '/config.json' && headers.origin
        ? withHeaders(await ask(), { 'access-control-allow-origin': headers.origin })
        : ask(),
    ),
  },
  'SEC-05': {
    what: 'a page elsewhere has a mail sent',
    says: /POST \/auth\/v1\/recover answers 200/,
    breakIt: stage.answering(({ path: at, headers }, ask) =>
      at === '/auth/v1/recover' && headers['sec-fetch-site'] === 'cross-site' ? json(200, {}) : ask(),
    ),
  },
  'SEC-06': [
    {
      what: 'notices of everybody are read',
      says: /GET notifications/,
      breakIt: stage.changing(
        'create policy leak on public.notifications for select to authenticated using (true)',
        'drop policy leak on public.notifications',
      ),
    },
    {
      what: 'drafts of every organisation are read by their id',
      says: /GET \/content\/v1\/drafts\/… \(200\)/,
      breakIt: stage.changing(
        'create policy leak on studio.drafts for select to authenticated using (true)',
        'drop policy leak on studio.drafts',
      ),
    },
  ],
  'SEC-07': {
    what: 'a role may do more than the table says',
    says: /manage_billing for viewer/,
    breakIt: stage.changing(
      `insert into authz.permissions (role, permission) values ('viewer', 'manage_billing')`,
      `delete from authz.permissions where role = 'viewer' and permission = 'manage_billing'`,
    ),
  },
  'SEC-08': [
    {
      what: 'roles do not expire',
      says: /role that has expired still gives/,
      breakIt: async () => {
        const { rows } = await stage.server.database.owner<{ body: string }>(
          `select pg_get_viewdef('authz.live_roles'::regclass) as body`,
        )
        const body = rows[0]?.body ?? ''
        await stage.server.database.owner(
          `create or replace view authz.live_roles as ${body.replace(/expires_at > now\(\)/i, 'true')}`,
        )
        return () => stage.server.database.owner(`create or replace view authz.live_roles as ${body}`)
      },
    },
    {
      what: 'people of a suspended organisation are not kept out',
      says: /open session of a suspended organisation still gets \/auth\/v1\/user/,
      breakIt: otherFunction('auth.is_suspended', (body) => body.replace(`'suspended', `, '')),
    },
    {
      what: 'people of a suspended organisation sign in',
      says: /suspended organisation gets a session by password/,
      breakIt: stage.answering(async ({ path: at }, ask) => {
        const given = await ask()
        return at.includes('grant_type=password') && given.body.includes('organisation_suspended')
          ? json(200, {})
          : given
      }),
    },
  ],
  'SEC-09': {
    what: 'a page repeats what it was asked for',
    says: /\/documentation: the page repeats it/,
    breakIt: stage.answering(async ({ path: at }, ask) => {
      const given = await ask()
      const query = new URL(at, 'http://x').searchParams.get('q')
      return at.startsWith('/documentation?q=') && query
        ? { ...given, body: Buffer.concat([given.body, Buffer.from(query)]) }
        : given
    }),
  },
  'SEC-10': UPLOAD_FAULTS,
  'SEC-11': {
    what: 'the store holds something else',
    says: /something else than was sent/,
    // A person does not get their own object whole either.
    also: ['SEC-06'],
    breakIt: async () => {
      const { store } = stage.server.services
      const open = store.open.bind(store)
      store.open = async (blob) => {
        const reader = await open(blob)
        return {
          ...reader,
          sizeBytes: reader.sizeBytes,
          close: () => reader.close(),
          // The last byte is cut off.
          sendTo: (sink, range) => reader.sendTo(sink, { ...range, end: range.end - 1 }),
        }
      }
      return async () => (store.open = open)
    },
  },
  'SEC-12': {
    what: 'an algorithm gives another answer',
    says: /ML-KEM-768/,
    breakIt: async () => {
      const { secret } = KNOWN_ANSWERS.mlKem768
      KNOWN_ANSWERS.mlKem768.secret = secret.replace(/^../, secret.startsWith('00') ? '01' : '00')
      return async () => (KNOWN_ANSWERS.mlKem768.secret = secret)
    },
  },
  'SEC-13': {
    what: 'an event was changed behind the log',
    says: /event_changed/,
    breakIt: async () => {
      // A run of before has left events.
      await findings(stage.server.services, ['SEC-07'])
      await growLedger(stage.server.ledger)
      const { rows } = await stage.server.database.owner<{ id: string; risk: string }>(
        `select l.id, l.risk_level as risk from ledger.leaves f join public.system_audit_log l on l.id = f.event_id order by f.log_id, f.index desc limit 1`,
      )
      const [event] = rows
      const setRisk = (risk: string | undefined) =>
        stage.server.database.asOwner(async (db) => {
          await db.query({ text: `set local session_replication_role = 'replica'` })
          await db.query({
            text: 'update public.system_audit_log set risk_level = $2 where id = $1',
            values: [event?.id, risk],
          })
        })
      await setRisk(event?.risk === 'critical' ? 'low' : 'critical')
      return () => setRisk(event?.risk)
    },
  },
  'SEC-14': [
    {
      what: 'detectors see nothing',
      says: /An attack is not recognised: account_brute_force/,
      breakIt: inspecting(() => () => []),
    },
    {
      what: 'one detector sees nothing',
      says: /An attack is not recognised: audit_export$/,
      breakIt: inspecting(
        (inspect) => (shown, now) => inspect(shown, now).filter(({ detector }) => detector !== 'audit_export'),
      ),
    },
    {
      what: 'a detector takes every broken link for an attack',
      says: /What is usual is taken for an attack: link_scraping$/,
      breakIt: inspecting((inspect) => (shown, now) => [
        ...inspect(shown, now),
        ...(shown.kind === 'link_unknown'
          ? [{ detector: 'link_scraping' as const, subject: 'links', reasons: [] }]
          : []),
      ]),
    },
    {
      what: 'everything may be deleted at once',
      says: /An attack is not recognised: mass_destruction$/,
      breakIt: stage.changing(
        'alter table public.file_records disable trigger file_records_guard_deletion',
        'alter table public.file_records enable trigger file_records_guard_deletion',
      ),
    },
    {
      what: 'nobody notices who gives roles',
      says: /An attack is not recognised: privilege_change$/,
      breakIt: stage.changing(
        'alter table public.enterprise_user_roles disable trigger enterprise_user_roles_noticed',
        'alter table public.enterprise_user_roles enable trigger enterprise_user_roles_noticed',
      ),
    },
  ],
  'SEC-15': {
    what: 'nobody is slowed down',
    says: /were all answered/,
    also: ['SEC-18'],
    breakIt: async () => {
      const { limits } = stage.server.services
      const take = limits.take.bind(limits)
      limits.take = async () => undefined
      return async () => (limits.take = take)
    },
  },
  'SEC-16': {
    what: 'everybody on the machine may read a secret',
    says: /others may read secrets\/server-secret/,
    breakIt: async () => {
      const file = path.join(stage.server.config.dataDir, 'secrets/server-secret')
      await fs.chmod(file, 0o644)
      return () => fs.chmod(file, 0o600)
    },
  },
  'SEC-17': [
    {
      what: 'another build is delivered than the log records',
      says: /not of the build that the log records/,
      breakIt: async () => {
        const { rows } = await stage.server.database.owner<{ manifest: Buffer; log_id: string; index: string }>(
          'select log_id, index, manifest from ledger.builds order by index desc limit 1',
        )
        const [known] = rows
        const set = (manifest: Buffer | undefined) =>
          stage.server.database.owner('update ledger.builds set manifest = $3 where log_id = $1 and index = $2', [
            known?.log_id,
            known?.index,
            manifest,
          ])
        await set(Buffer.alloc(32, 7))
        return () => set(known?.manifest)
      },
    },
    {
      what: 'the bill of materials is of something else',
      says: /bill of materials is of another lock file/,
      breakIt: stage.at(
        '/compliance/documents/sbom.json',
        text((bill) => bill.replace(/"serialNumber": "[^"]*"/, '"serialNumber": "urn:uuid:0"')),
      ),
    },
    {
      what: 'a package was exchanged',
      says: /not the locked one: node_modules\/zod$/,
      breakIt: async () => {
        const whole = installedFile.path
        installedFile.path = path.join(inject('runFolder'), `installed-${randomUUID()}.json`)
        await fs.writeFile(installedFile.path, '{"packages":{"node_modules/zod":{"version":"0.0.1"}}}')
        return async () => void (installedFile.path = whole)
      },
    },
  ],
  'SEC-18': {
    what: 'a link that was revoked still opens',
    says: /opens after it was revoked/,
    breakIt: stage.changing(
      `create function public.never_revoked() returns trigger language plpgsql set search_path = '' as $$ begin new.revoked_at := null; return new; end $$;
       create trigger a_never before update on public.share_links for each row execute function public.never_revoked();`,
      'drop trigger a_never on public.share_links; drop function public.never_revoked();',
    ),
  },
}

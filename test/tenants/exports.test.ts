/** An organisation as one archive: everything that the server holds of it, nothing of another, and nothing that lets its reader in. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { plantRows } from '#server/checks/database/planted-rows.ts'
import { tenantTables } from '#server/checks/database/tenant-tables.sql.ts'
import { belongingsOf } from '#server/tenants/belongings.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { storeFile } from '../support/stored-file.ts'
import {
  call,
  eventsOf,
  type Organisation,
  organisation,
  other,
  root,
  run,
  server,
  stageTenants,
} from './life-stage.ts'

stageTenants()

const begin = (tenant: string, person = root) => call(person, `POST /organisations/${tenant}/exports`)
const list = async (tenant: string) =>
  (await call(root, `GET /organisations/${tenant}/exports`)).body['exports'] as Record<string, unknown>[]
const download = ({ id, ticket }: Record<string, unknown>) =>
  server.fetch(`/tenants/v1/exports/${String(id)}/archive?ticket=${String(ticket)}`)

/** A member with a vault, and a row in every table that people reach. */
async function fill({ id, owner }: Organisation): Promise<VaultPerson> {
  const person = await personWithVault(server)
  await run('update profiles set tenant_id = $2 where user_id = $1', [person.userId, id])
  await server.database.asOwner(async (db) => {
    const planted = { id: owner.session.user.id, email: owner.email, password: '', organisation: 'a' as const }
    await plantRows(db, await tenantTables(db), planted)
    await db.query({ text: 'delete from former_members where user_id = $1', values: [planted.id] })
    await db.query({ text: 'delete from tenancy.exports where tenant_id = $1', values: [id] })
  })
  return person
}

/** The files of an archive by their names, as tar unpacks them. */
function unpack(archive: Buffer): Map<string, Buffer> {
  const folder = fs.mkdtempSync(path.join(inject('runFolder'), 'export-'))
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: archive })
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names
      .filter((name) => fs.statSync(path.join(folder, name)).isFile())
      .map((name) => [name, fs.readFileSync(path.join(folder, name))]),
  )
}

const sha256 = (bytes: Buffer | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')

test('every table is decided on', async () => {
  const { undecided, tables, leftOut } = await server.database.asOwner((db) => belongingsOf(db))
  expect(undecided).toEqual([])
  expect(tables.length).toBeGreaterThan(120)
  expect(Object.keys(leftOut)).not.toContain('public.file_records')
})

/** Columns that are named as secrets are, and are exported all the same. */
const EXPORTED = [
  // What seals: nobody opens it without the secret of its person.
  'auth.kdf_parameters.salt',
  'public.account_wraps.wrapped_key',
  'public.file_access.wrapped_key',
  'public.file_records.encryption_key',
  'public.file_versions.encryption_key',
  'public.keyrings.sealed',
  'public.recovery_answers.wrapped_key',
  'public.request_deliveries.wrapped_key',
  'public.recovery_shares.wrapped_key',
  'public.space_keys.wrapped_key',
  'public.space_marks.sealed',
  'public.team_space_epochs.previous_key',
  'public.team_space_members.wrapped_key',
  // What proves an event, which is in the export.
  'ledger.event_keys.key',
  'ledger.event_keys.where_key',
  'ledger.subject_keys.key',
  'auth.mfa_factors.public_key',
  'auth.passkeys.public_key',
  'public.device_inboxes.public_key',
  'public.device_keys.public_key',
  'public.recovery_requests.public_key',
  'public.request_deliveries.content_hash',
  // Addresses that nobody writes to any more, and proofs that are public in the DNS.
  'growth.contacts.consent_address_hash',
  'growth.suppressions.address_hash',
  'public.organisation_domains.proof',
  'keywords.vectors.key',
]

test('columns that would let their reader in somewhere are withheld', async () => {
  const { tables } = await server.database.asOwner((db) => belongingsOf(db))
  const columns = await run<{ table: string; column: string }>(
    `select n.nspname || '.' || c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     join pg_namespace n on n.oid = c.relnamespace
     where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p') and a.atttypid not in ('bool'::regtype, 'int4'::regtype, 'int8'::regtype)
       and a.attname ~ '(^|_)(hash|secret|token|password|key|sealed|proof|salt|verifier)$' or a.attname in ('secret_sealed', 'key_sealed')`,
  )
  const open = columns
    .filter(({ table, column }) => tables.some((one) => one.name === table && !one.withheld.includes(column)))
    .map(({ table, column }) => `${table}.${column}`)
  expect(open.toSorted()).toEqual(EXPORTED.toSorted())
})

test('an archive has every row and all content of the organisation, and its checksums fit', async () => {
  const [mine, foreign] = [await organisation(), await organisation('Another')]
  const [person, stranger] = [await fill(mine), await fill(foreign)]
  const { storage_path: storedAt } = (
    await run<{ storage_path: string }>('select storage_path from file_records where id = $1', [
      await storeFile(person, 'plan.pdf', Buffer.from('our plan')),
    ])
  )[0]!
  await storeFile(stranger, 'other.pdf', Buffer.from('their plan'))
  const begun = await begin(mine.id)
  expect(begun.status).toBe(201)
  const answer = await download(begun.body)
  expect(answer.headers.get('content-type')).toBe('application/x-tar')
  const files = unpack(Buffer.from(await answer.arrayBuffer()))

  const manifest = JSON.parse(String(files.get('manifest.json'))) as {
    tables: Record<string, { rows: number }>
    sha256sums: string
    entries: number
    missing_blobs: string[]
  }
  const sums = String(files.get('SHA256SUMS')).trimEnd().split('\n')
  expect(sha256(files.get('SHA256SUMS'))).toBe(manifest.sha256sums)
  expect(manifest.entries).toBe(sums.length)
  expect(sums.length).toBe(files.size - 2)
  for (const line of sums) expect(sha256(files.get(line.slice(66)))).toBe(line.slice(0, 64))

  const lines = (table: string) =>
    [...files]
      .filter(([name]) => name.startsWith(`rows/${table}/`))
      .flatMap(([, bytes]) => String(bytes).trimEnd().split('\n'))
  for (const [table, { rows }] of Object.entries(manifest.tables))
    expect([table, lines(table).length]).toEqual([table, rows])
  const planted = await server.database.asOwner((db) => tenantTables(db))
  const empty = planted
    .filter(({ is_table: isTable, name }) => isTable && manifest.tables[name]?.rows === 0)
    .map(({ name }) => name)
  // Taken away again, by triggers for what was planted later and for those who left.
  expect(empty.toSorted()).toEqual(['public.former_members', 'public.request_deliveries', 'public.team_members'])

  const { blob_id: blob } = (
    await run<{ blob_id: string }>('select blob_id from storage.objects where name = $1', [storedAt])
  )[0]!
  expect(manifest.missing_blobs).not.toContain(blob)
  expect(files.get(`blobs/${blob}`)?.length).toBeGreaterThan(8)
  expect(String(files.get(`blobs/${blob}`))).not.toContain('our plan')
  // What is sealed names nobody, so its ids are compared.
  const stored = await run<{ blob_id: string }>('select blob_id from storage.objects where owner = any($1)', [
    [person.userId, mine.owner.session.user.id],
  ])
  const theirs = await run('select 1 from storage.objects where owner = $1', [stranger.userId])
  expect(theirs).not.toEqual([])
  const exported = [...files.keys()].filter((name) => name.startsWith('blobs/'))
  expect(new Set([...exported, ...manifest.missing_blobs.map((id) => `blobs/${id}`)])).toEqual(
    new Set(stored.map(({ blob_id: id }) => `blobs/${id}`)),
  )
  const all = [...files.values()].map(String).join('\n')
  for (const secret of [stranger.userId, foreign.id, foreign.owner.session.user.id]) expect(all).not.toContain(secret)
  expect(lines('auth.users').every((line) => !('encrypted_password' in (JSON.parse(line) as object)))).toBe(true)

  expect(await list(mine.id)).toMatchObject([{ state: 'done', manifest: sha256(files.get('manifest.json')) }])
  expect(await eventsOf(mine.id, 'tenant.exported')).toMatchObject([
    { user_id: root.session.user.id, risk_level: 'critical', details: { sha256: sha256(files.get('manifest.json')) } },
  ])
})

test('nobody else begins, sees or cancels one, and it takes a fresh proof', async () => {
  const { id, owner } = await organisation()
  expect((await begin(id, owner)).status).toBe(403)
  expect((await begin(id, other)).status).toBe(403)
  expect((await call(owner, `GET /organisations/${id}/exports`)).status).toBe(403)
  expect((await call(undefined, `GET /organisations/${id}/exports`)).status).toBe(401)
  expect((await begin(crypto.randomUUID())).status).toBe(409)
  const { body } = await begin(id)
  expect((await call(owner, `POST /exports/${String(body['id'])}/cancel`)).status).toBe(403)
  expect(await run('select from tenancy.exports where tenant_id = $1 and state = $2', [id, 'waiting'])).toHaveLength(1)
})

test('a download begins once, and within a minute', async () => {
  const { id } = await organisation()
  const { body } = await begin(id)
  expect((await begin(id)).body).toMatchObject({ code: 'export_running' })
  expect((await download({ ...body, ticket: 'A'.repeat(43) })).status).toBe(410)
  expect((await download(body)).status).toBe(200)
  expect((await download(body)).status).toBe(410)
  await expect.poll(async () => (await list(id))[0]?.['state']).toBe('done')
  const { body: late } = await begin(id)
  await ageRows(server.database, { table: 'tenancy.exports', where: 'id = $1', values: [late['id']] }, '61 seconds')
  expect((await download(late)).status).toBe(410)
  // One that nobody downloaded stops nobody.
  expect((await begin(id)).status).toBe(201)
})

test('one that is cancelled ends without a manifest, and the log says so', async () => {
  const mine = await organisation()
  const name = `${mine.owner.session.user.id}/${crypto.randomUUID()}`
  const large = await mine.owner.client.storage.from('encrypted-files').upload(name, Buffer.alloc(24 * 1024 * 1024, 1))
  expect(large.error).toBeNull()
  const { body } = await begin(mine.id)
  const answer = await download(body)
  const reader = answer.body!.getReader()
  await reader.read()
  expect((await call(root, `POST /exports/${String(body['id'])}/cancel`)).status).toBe(204)
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toThrow()
  expect(await list(mine.id)).toMatchObject([{ state: 'cancelled', manifest: null }])
  expect(await eventsOf(mine.id, 'tenant.export_cancelled')).toHaveLength(1)
  expect(await eventsOf(mine.id, 'tenant.exported')).toHaveLength(0)
  expect((await call(root, `POST /exports/${String(body['id'])}/cancel`)).status).toBe(409)
})

import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { openDatabase } from '#server/db/open.ts'
import { type EmbeddedPostgres, startPostgres } from '#server/db/postgres.ts'
import { ownerOf, SecretTable } from '#server/secret-store/secret-table.ts'
import { findPgbouncer } from '../../scripts/pgbouncer.mjs'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { type Pooler, startPooler } from '../support/pooler.ts'
import { Heard, joined } from '../support/realtime.ts'
import { addressOf, runCommand, startPlainNode } from '../support/server/plain-node.ts'
import { shortLivedFolder } from '../support/short-lived.ts'

const program = findPgbouncer()

describe('through PgBouncer in transaction mode', needs(program, 'PgBouncer 1.21 or newer'), () => {
  const folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-pgbouncer-'))
  const secretsKey = randomBytes(32)
  let postgres: EmbeddedPostgres
  let pooler: Pooler
  let direct: Client
  let settings: Record<string, string>

  beforeAll(async () => {
    fs.chmodSync(folder, 0o755)
    postgres = await startPostgres(path.join(folder, 'postgres'))
    const server = { host: postgres.socketDirectory, user: 'postgres' }
    const admin = new Client({ ...server, database: 'postgres' })
    await admin.connect()
    await admin.query('create database vault')
    await admin.end()
    const database = { ...server, database: 'vault' }
    direct = new Client(database)
    await direct.connect()
    const password = randomBytes(12).toString('hex')
    pooler = await startPooler(program ?? '', { folder, socket: postgres.socketDirectory, password })
    settings = {
      DATABASE_URL: `postgres://postgres:${password}@127.0.0.1:${pooler.port}/vault`,
      DATABASE_DIRECT_URL: addressOf(database),
      SECRETS_KEY: secretsKey.toString('base64'),
      MAILER_AUTOCONFIRM: 'true',
    }
  })
  afterAll(async () => {
    await direct.end()
    await pooler.stop()
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test('people sign in, write, hear of each other on two servers, and get their mail', async () => {
    const database = { connection: direct }
    const nodes = [await startPlainNode(database, settings), await startPlainNode(database, settings)] as const
    const key = (await new SecretTable(secretsKey, ownerOf(direct)).read('publishable-key')) ?? ''
    const people = await Promise.all(
      Array.from({ length: 6 }, async (_, one) => {
        const email = newEmail()
        const client = createClient(nodes[one % 2]?.url ?? '', key, {
          auth: { autoRefreshToken: false, storageKey: email },
        })
        expect((await client.auth.signUp({ email, password: PASSWORD })).error).toBeNull()
        const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
        expect(error).toBeNull()
        return { email, client, id: data.user?.id }
      }),
    )

    // More at once than there are connections behind the pooler: each has to be its person's for one transaction, and nobody's after it.
    await Promise.all(
      people.flatMap(({ client, email }) =>
        Array.from({ length: 10 }, async (_, one) => {
          const written = await client
            .from('folders')
            .insert({ name: `${one} of ${email}` })
            .select()
            .single()
          expect(written.error).toBeNull()
        }),
      ),
    )
    for (const { client, id } of people) {
      const { data } = await client.from('folders').select('user_id')
      expect(data).toEqual(Array.from({ length: 10 }, () => ({ user_id: id })))
    }

    const [first, second] = people
    const heard = new Heard<string>()
    const room = second?.client.channel('room').on('broadcast', { event: 'hello' }, ({ event }) => heard.add(event))
    if (!room || !first) throw new Error('nobody is there')
    await joined(room)
    const sender = await joined(first.client.channel('room', { config: { broadcast: { ack: true } } }))
    await expect
      .poll(async () => {
        await sender.send({ type: 'broadcast', event: 'hello', payload: {} })
        return heard.all.length
      })
      .toBeGreaterThan(0)

    expect((await first.client.auth.resetPasswordForEmail(first.email)).error).toBeNull()
    const mails = async () =>
      (
        await direct.query<{ found: number }>('select count(*)::int as found from mail.messages where recipient = $1', [
          first.email,
        ])
      ).rows[0]?.found
    await expect.poll(mails).toBe(1)
    for (const { client } of people) await client.removeAllChannels()
    for (const { process } of nodes) {
      process.kill('SIGTERM')
      expect(await process.ended, process.log()).toBe(0)
      expect(process.log()).not.toContain('"level":50')
    }
  })

  test('a statement that takes long is not taken for one whose connection leads nowhere', async () => {
    const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl } = settings
    const { database, close } = await openDatabase({ databaseUrl, databaseDirectUrl, dataDir: folder })
    // Longer than a connection may be in use before PostgreSQL is asked for its process.
    await expect(database.owner('select pg_sleep(12)')).resolves.toMatchObject({ rowCount: 1 })
    await close()
  })

  test('a command that locks for longer than a transaction goes past it', () => {
    const key = path.join(folder, 'key.txt')
    const environment = { ...settings, DATA_DIR: folder }
    for (const words of [
      ['new-key', '--into', key],
      ['take', '--to', path.join(folder, 'place')],
    ]) {
      const { status, said } = runCommand('backup', words, environment)
      expect(status, said).toBe(0)
    }
  })

  test('the doctor says that DATABASE_URL leads to it, and how to go past it', () => {
    const without = { ...settings, DATA_DIR: folder, DATABASE_DIRECT_URL: '' }
    expect(runCommand('doctor', [], without).said).toContain('DATABASE_URL leads to a pooler such as PgBouncer.')
    expect(runCommand('doctor', [], { ...settings, DATA_DIR: folder }).said).not.toContain('pooler')
  })

  test('a password that PgBouncer refuses ends the start, with the name of the setting', async () => {
    const address = new URL(settings.DATABASE_URL ?? '')
    address.password = 'another'
    const refused = startPlainNode({ connection: direct }, { ...settings, DATABASE_URL: address.href })
    await expect(refused).rejects.toThrow(/Check DATABASE_URL/)
  })
})

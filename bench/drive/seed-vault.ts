import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Pool } from 'pg'
import { z } from 'zod'
import { toBase64Url, utf8 } from '#crypto/index.ts'
import { VaultApi } from '#vault/session/api.ts'
import { newCredentials } from '#vault/session/credentials.ts'
import { prepareEnrolment } from '#vault/session/enrolment.ts'
import { type OpenVault, openVault } from '#vault/session/open-vault.ts'
import type { Person } from '../../e2e/support/account/person.ts'

const SEALED_AT_ONCE = 500

/** Makes an account with a vault, without a browser; the server must confirm accounts by itself (`MAILER_AUTOCONFIRM`). */
export async function makeVault(url: string, person: Person): Promise<OpenVault> {
  const answer: unknown = await (await fetch(`${url}/config.json`)).json()
  const { publishable_key: publishableKey } = z.object({ publishable_key: z.string() }).parse(answer)
  const { authSecret, kek, kdf } = await newCredentials(person.password)
  let accessToken: string | undefined
  const api = new VaultApi({ baseUrl: url, publishableKey, accessToken: async () => accessToken })
  await api.auth('signup', { email: person.email, password: authSecret, kdf, data: { first_name: person.firstName } })
  const client = createClient(url, publishableKey, { auth: { persistSession: false } })
  const { data, error } = await client.auth.signInWithPassword({ email: person.email, password: authSecret })
  if (error) throw error
  accessToken = data.session.access_token
  const enrolment = await prepareEnrolment({ userId: data.user.id, kek, kdf, now: new Date() })
  await enrolment.store(api)
  return openVault(api, data.user.id, enrolment.amk)
}

/** Name of the file at a place in the list. */
export const nameAt = (at: number): string => `Quarterly figures ${at}, department ${at % 97}.pdf`

/**
 * Stores records with really sealed names, as if uploaded. Triggers and foreign keys rest meanwhile: objects on the disk would
 * change nothing about a list.
 */
export async function seedSealedFiles(owner: Pool, vault: OpenVault, count: number): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = 'replica'`)
    for (let from = 0; from < count; from += SEALED_AT_ONCE) {
      const rows = await Promise.all(
        Array.from({ length: Math.min(SEALED_AT_ONCE, count - from) }, (_, at) => sealRow(vault, from + at)),
      )
      await client.query(
        `insert into public.file_records (id, user_id, tenant_id, file_name, original_name, file_size, mime_type, encryption_key,
                                          storage_path, created_at, space_id, space_epoch, version, is_encrypted)
         select r.id, $1::uuid, t.id, 'sealed', r.name, 1000 + r.at, r.type, repeat('k', 90), $1::text || '/' || r.id,
                now() - make_interval(secs => r.at), $2::uuid, $3::int, 1, true
         from public.tenants t,
           unnest($4::uuid[], $5::text[], $6::text[], $7::int[]) as r (id, name, type, at)
         where t.is_default`,
        [
          vault.userId,
          vault.personalSpace.id,
          vault.personalSpace.epoch,
          rows.map(({ id }) => id),
          rows.map(({ name }) => name),
          rows.map(({ type }) => type),
          rows.map((_, at) => from + at),
        ],
      )
    }
    await client.query('commit')
    await client.query('analyze public.file_records')
  } finally {
    client.release()
  }
}

async function sealRow(vault: OpenVault, at: number): Promise<{ id: string; name: string; type: string }> {
  const id = randomUUID()
  const seal = async (field: 'name' | 'type', text: string): Promise<string> =>
    toBase64Url(await vault.personalSpace.records.seal({ kind: 'file', id, version: 1, field }, utf8(text)))
  const [name, type] = await Promise.all([seal('name', nameAt(at)), seal('type', 'application/pdf')])
  return { id, name, type }
}

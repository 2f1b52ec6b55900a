import fs from 'node:fs'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer } from '../support/server/test-server.ts'

const roleOf = async ({ client }: Person) => (await client.from('enterprise_user_roles').select('role')).data

test('nobody becomes an owner by signing up where there are people already', async () => {
  const server = await startServer()
  try {
    const secretKey = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
    const service = createClient(server.url, secretKey, { auth: { autoRefreshToken: false, persistSession: false } })
    const owner = await signedInPerson(server)
    await service.auth.admin.deleteUser(owner.session.user.id)
    const next = await signedInPerson(server)
    expect(await roleOf(next)).toEqual([{ role: 'owner' }, { role: 'super_admin' }])

    const member = await signedInPerson(server)
    for (const isSoft of [false, true]) {
      const refused = await service.auth.admin.deleteUser(next.session.user.id, isSoft)
      expect(refused.error).toMatchObject({ status: 409, code: 'last_owner' })
    }
    // However the role was lost.
    await server.database.owner(`delete from public.enterprise_user_roles where role = 'owner'`)
    expect(await roleOf(member)).toEqual([{ role: 'member' }])
    expect(await roleOf(await signedInPerson(server))).toEqual([{ role: 'member' }])
    expect((await service.auth.admin.deleteUser(member.session.user.id)).error).toBeNull()
  } finally {
    await server.stop()
  }
})

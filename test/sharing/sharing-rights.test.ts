import { describe, expect, test } from 'vitest'
import { listGrants, revokeGrant } from '#vault/sharing/grants.ts'
import { findPerson, markCompared, safetyNumberWith } from '#vault/sharing/people.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { ada, bob, eve, fileId, now, server, share, stageSharedFile } from './shared-file.ts'

stageSharedFile()

describe('the server refuses', () => {
  test('a grant on a file of somebody else, for oneself, or in another name', async () => {
    const row = {
      user_id: bob.userId,
      file_id: fileId,
      granted_by: eve.userId,
      role: 'viewer',
      wrapped_key: 'x',
      grant_text: 'x',
      grant_signature: 'x',
    }
    const insert = (who: VaultPerson, change: object) =>
      who.api.rest('file_access', { method: 'POST', body: { ...row, ...change } })

    await expect(insert(eve, {})).rejects.toThrow(/row-level security/)
    await expect(insert(eve, { granted_by: ada.userId })).rejects.toThrow(/row-level security/)
    await expect(insert(ada, { granted_by: ada.userId, user_id: ada.userId })).rejects.toThrow(
      /row-level security|duplicate/,
    )
    await expect(insert(ada, { granted_by: null })).rejects.toThrow(/row-level security|grant_whole/)
  })

  test('to let anyone but the two of them end a grant, or change it', async () => {
    await share()
    await expect(revokeGrant(eve.api, fileId, bob.userId)).rejects.toMatchObject({ code: 'not_found' })
    const change = { expires_at: null, role: 'viewer' }
    const path = `file_access?file_id=eq.${fileId}&user_id=eq.${bob.userId}&select=file_id`
    expect(await bob.api.rest(path, { method: 'PATCH', body: change, prefer: 'return=representation' })).toEqual([])
    expect(await listGrants(ada.api, ada.vault, fileId)).toHaveLength(1)
  })

  test('to take away the access of an owner', async () => {
    await ada.api.rest(`file_access?file_id=eq.${fileId}&user_id=eq.${ada.userId}`, { method: 'DELETE' })
    expect(await ada.api.rest(`file_access?file_id=eq.${fileId}&select=user_id`)).toEqual([{ user_id: ada.userId }])
  })
})

describe('finding somebody', () => {
  test('takes the exact address, in any case, and never oneself', async () => {
    expect((await findPerson(ada.api, ada.vault, ` ${bob.email.toUpperCase()} `)).userId).toBe(bob.userId)
    for (const email of [bob.email.slice(1), '%', '', ada.email]) {
      await expect(findPerson(ada.api, ada.vault, email)).rejects.toMatchObject({ code: 'person_unknown' })
    }
  })

  test('does not reach into another organisation', async () => {
    await server.database.owner(
      `with other as (insert into tenants (name) values ('Other') returning id)
       update profiles set tenant_id = (select id from other) where user_id = $1`,
      [eve.userId],
    )
    await expect(findPerson(ada.api, ada.vault, eve.email)).rejects.toMatchObject({ code: 'person_unknown' })
    await expect(findPerson(eve.api, eve.vault, ada.email)).rejects.toMatchObject({ code: 'person_unknown' })
    await server.database.owner(
      'update profiles set tenant_id = (select id from tenants where is_default) where user_id = $1',
      [eve.userId],
    )
  })

  test('shows both people the same safety number, and remembers that it was compared', async () => {
    const [his, hers] = [
      await findPerson(ada.api, ada.vault, bob.email),
      await findPerson(bob.api, bob.vault, ada.email),
    ]
    expect(await safetyNumberWith(ada.vault, his)).toBe(await safetyNumberWith(bob.vault, hers))

    await markCompared(ada.api, ada.vault, his, now())
    const again = await ada.reopen()
    expect((await findPerson(again.api, again.vault, bob.email)).trust).toBe('compared')
  })

  test('two devices that pin at once keep both', async () => {
    const [one, two] = [await ada.reopen(), await ada.reopen()]
    const third = await personWithVault(server)
    const fourth = await personWithVault(server)
    await Promise.all([
      markCompared(one.api, one.vault, await findPerson(one.api, one.vault, third.email), now()),
      markCompared(two.api, two.vault, await findPerson(two.api, two.vault, fourth.email), now()),
    ])

    const { vault } = await ada.reopen()
    expect(vault.keyring.peers.map(({ userId }) => userId)).toEqual(
      expect.arrayContaining([third.userId, fourth.userId]),
    )
  })
})

/** A server that lies about which alarms are set, or whether the list of them that a device keeps is still the whole one. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type KnownCanaries, readCanaries, removeCanary, setCanary } from '#vault/threats/canaries.ts'
import { ageRows } from '../../support/server/age-rows.ts'
import { storeFile } from '../../support/stored-file.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'

const attacked = stageAttacked()
let ada: VaultPerson
let files: string[]
let kept: KnownCanaries | undefined
const read = () =>
  readCanaries(ada.api, { recall: async () => kept, remember: async (known) => void (kept = structuredClone(known)) })
const endFreshness = () => {
  const sessions = { table: 'auth.sessions', where: 'r.user_id = $1', values: [ada.userId] }
  return ageRows(attacked.server.database, { ...sessions, columns: ['created_at', 'proven_at'] }, '16 minutes')
}

beforeAll(async () => {
  ada = await attacked.person()
})
beforeEach(async () => {
  ada = await attacked.person()
  files = await Promise.all(['a', 'b'].map((name) => storeFile(ada, name, Buffer.from(name))))
  await setCanary(ada.api, files[0] ?? '')
  kept = undefined
  expect(await read()).toEqual([files[0]])
})

test('an honest mark lets an old session use the list that the device keeps, until an alarm is set or taken away', async () => {
  const [one = '', two = ''] = files
  await endFreshness()
  expect(await read()).toEqual([one])
  await attacked.server.database.owner(
    'insert into canaries (user_id, tenant_id, file_id) select user_id, tenant_id, $2 from canaries where user_id = $1',
    [ada.userId, two],
  )
  await expect(read()).rejects.toMatchObject({ code: 'proof_needed' })
  await attacked.server.database.owner('delete from canaries where file_id = $1', [two])
  expect(await read()).toEqual([one])
})

test('a mark of before shows the list of before and nothing else; another one shows nothing', async () => {
  const before = structuredClone(kept)
  await setCanary(ada.api, files[1] ?? '')
  await endFreshness()
  attacked.proxy.tamperJson<string>('rpc/alarm_mark', () => before?.mark ?? '')
  expect(await read()).toEqual([files[0]])
  for (const mark of ['', '2 0', `${before?.mark} `]) {
    attacked.proxy.tamperJson<string>('rpc/alarm_mark', () => mark)
    await expect(read()).rejects.toMatchObject({ code: 'proof_needed' })
  }
  attacked.proxy.tamperJson<unknown>('rpc/alarm_mark', () => ({ mark: before?.mark }))
  await expect(read()).rejects.toThrow()
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  // Whatever it answered: the device keeps what it read itself.
  expect(kept).toEqual(before)
})

test('no mark makes a device that never read the list show one, or send what it keeps', async () => {
  const own = kept
  kept = undefined
  await endFreshness()
  const asked: string[] = []
  attacked.proxy.tamper(({ path }) => {
    asked.push(path)
    return path.includes('rpc/alarm_mark') ? { body: Buffer.from(JSON.stringify(own?.mark)) } : null
  })
  await expect(read()).rejects.toMatchObject({ code: 'proof_needed' })
  kept = own
  expect(await read()).toEqual([files[0]])
  expect(asked.filter((path) => files.some((id) => path.includes(id)))).toEqual([])
  attacked.proxy.honest()
  await expect(removeCanary(ada.api, files[0] ?? '')).rejects.toMatchObject({ code: 'proof_needed' })
})

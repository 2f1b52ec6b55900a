import { describe, expect, test } from 'vitest'
import {
  type AccountMasterKey,
  asAccountMasterKey,
  newSpaceKey,
  randomUuid,
  systemRandom,
  toBase64Url,
  wrapSpaceKey,
} from '#crypto/index.ts'
import { keysReplaced, opensSpaceKeys, unwrapSpaceKeys } from './space-keys.ts'

const replaced = { name: 'VaultError', code: 'keys_replaced' }
const account = { amk: asAccountMasterKey(systemRandom(32)), userId: randomUuid(systemRandom) }
const stranger = { ...account, amk: asAccountMasterKey(systemRandom(32)) }
const spaceId = randomUuid(systemRandom)

type Row = { space_id: string; epoch: number; wrapped_key: string }
const keyOf = new Map<Row, Uint8Array>()
async function row(epoch: number, { amk, userId }: { amk: AccountMasterKey; userId: string } = account): Promise<Row> {
  const spaceKey = newSpaceKey(systemRandom)
  const wrapped = await wrapSpaceKey({ amk, spaceKey, context: { userId, spaceId, epoch }, random: systemRandom })
  const made = { space_id: spaceId, epoch, wrapped_key: toBase64Url(wrapped) }
  keyOf.set(made, spaceKey)
  return made
}

describe('the keys of the own spaces', () => {
  test('open with their epochs, in the order of the rows', async () => {
    const rows = [await row(2), await row(1)]
    const expected = rows.map((one) => ({ spaceId, epoch: one.epoch, key: keyOf.get(one) }))
    for (const epoch of [1, 2, null]) expect(await unwrapSpaceKeys(account, rows, epoch)).toEqual(expected)
    expect(await unwrapSpaceKeys(account, [], null)).toEqual([])
  })

  test('are refused when one is under another account key, or another account', async () => {
    const own = await row(1)
    for (const other of [await row(2, stranger), await row(2, { ...account, userId: randomUuid(systemRandom) })]) {
      for (const rows of [[own, other], [other, own], [other]]) {
        await expect(unwrapSpaceKeys(account, rows, 1)).rejects.toMatchObject(replaced)
        await expect(unwrapSpaceKeys(account, rows, null)).rejects.toMatchObject(replaced)
      }
    }
  })

  test('are refused without the epoch that the keyring writes under', async () => {
    const rows = [await row(1), await row(2)]
    await expect(unwrapSpaceKeys(account, rows, 3)).rejects.toMatchObject(replaced)
    await expect(unwrapSpaceKeys(account, rows, 0)).rejects.toMatchObject(replaced)
    await expect(unwrapSpaceKeys(account, [], 1)).rejects.toMatchObject(replaced)
  })

  test('are refused where the server exchanges epoch, space or text', async () => {
    const own = await row(1)
    for (const change of [
      { epoch: 2 },
      { space_id: randomUuid(systemRandom) },
      { wrapped_key: 'AAAA' },
      { wrapped_key: 'not base64url!' },
    ]) {
      await expect(unwrapSpaceKeys(account, [{ ...own, ...change }], null)).rejects.toMatchObject(replaced)
    }
  })

  test('are no keys in another form', async () => {
    const own = await row(1)
    for (const rows of [
      null,
      {},
      [{ ...own, epoch: 1.5 }],
      [{ ...own, space_id: 'x' }],
      [{ ...own, wrapped_key: 1 }],
    ]) {
      await expect(unwrapSpaceKeys(account, rows, null)).rejects.toMatchObject({ name: 'ZodError' })
      await expect(opensSpaceKeys(account, rows)).rejects.toMatchObject({ name: 'ZodError' })
    }
  })

  test('throw what is no refusal', async () => {
    const broken = { ...account, amk: null as unknown as AccountMasterKey }
    await expect(unwrapSpaceKeys(broken, [await row(1)], null)).rejects.toMatchObject({ name: 'TypeError' })
  })
})

test('an account key opens space keys when at least one is under it', async () => {
  const [own, other] = [await row(1), await row(2, stranger)]
  expect(await opensSpaceKeys(account, [own, other])).toBe(true)
  expect(await opensSpaceKeys(account, [other, own])).toBe(true)
  expect(await opensSpaceKeys(account, [other])).toBe(false)
  expect(await opensSpaceKeys(account, [])).toBe(false)
})

test('replaced keys have their own code', () => {
  expect(keysReplaced()).toMatchObject(replaced)
})

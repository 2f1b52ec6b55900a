import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPLACEMENT_HINTS } from '#contract/threats.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { hintAtReplacement } from '#vault/transfer/hint-at-replacement.ts'
import type { Person } from '../support/people/people.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { type TestServer, startNode, startServer } from '../support/server/test-server.ts'
import { storeFile } from '../support/stored-file.ts'
import { enforced, noticed } from './noticed.ts'
import { idOf, personElsewhere, storeRecords } from './records.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const hint = (person: Person, file: string, said = 'random', client = person.client) =>
  client.rpc('hint_replacement', { file, hint: said })
async function hintAll(person: Person, files: string[]): Promise<void> {
  for (const file of files) expect((await hint(person, file)).error).toBeNull()
}
const replace = (person: Person, files: string[]) =>
  person.client.from('file_records').update({ content_id: randomUUID() }).in('id', files)
const countHints = async (person: Person) =>
  (await server.database.owner('select from threats.hints where user_id = $1', [idOf(person)])).rowCount

test('with hints half as many replaced files are enough, and the reason says what the browser saw', async () => {
  const anna = await personElsewhere(server)
  const files = await storeRecords(server, anna, 40)
  await hintAll(anna, files.slice(0, 11))
  expect((await replace(anna, files.slice(0, 10))).error).toBeNull()
  expect((await replace(anna, files.slice(10, 11))).error).toMatchObject({ code: 'QS424' })
  expect(await noticed(server, idOf(anna))).toMatchObject([
    {
      detector: 'mass_destruction',
      reasons: [
        { code: 'files_destroyed', files: 11, most: 10 },
        { code: 'client_saw', files: 11 },
      ],
    },
  ])
  expect(await enforced(server, idOf(anna))).toEqual(['freeze'])
})

test('a flood of false hints freezes nobody: not without replaced files, nor for others than those, nor below half the limit', async () => {
  const ben = await personElsewhere(server)
  const files = await storeRecords(server, ben, 100)
  for (let turn = 0; turn < 3; turn += 1) await Promise.all(files.map((file) => hint(ben, file)))
  expect((await replace(ben, files.slice(0, 10))).error).toBeNull()
  expect(await noticed(server, idOf(ben))).toEqual([])

  const cleo = await personElsewhere(server)
  const own = await storeRecords(server, cleo, 100)
  await hintAll(cleo, own.slice(0, 50))
  expect((await replace(cleo, own.slice(50, 70))).error).toBeNull()
  expect(await noticed(server, idOf(cleo))).toEqual([])
})

test('four hints, and hints of more than ten minutes ago, leave the limit as it is', async () => {
  const dora = await personElsewhere(server)
  const files = await storeRecords(server, dora, 100)
  await hintAll(dora, files.slice(0, 4))
  expect((await replace(dora, files.slice(0, 20))).error).toBeNull()

  const emil = await personElsewhere(server)
  const others = await storeRecords(server, emil, 100)
  await hintAll(emil, others.slice(0, 20))
  const said = { table: 'threats.hints', where: 'r.user_id = $1', values: [idOf(emil)], columns: ['at'] }
  await ageRows(server.database, said, '11 minutes')
  expect((await replace(emil, others.slice(0, 20))).error).toBeNull()
})

test('hints are for files that one may replace, of the kinds that are known', async () => {
  const [flo, gus] = [await personElsewhere(server), await personElsewhere(server)]
  const [file = ''] = await storeRecords(server, flo, 1)
  await hint(gus, file)
  await hint(gus, randomUUID())
  expect(await countHints(gus)).toBe(0)
  expect((await hint(flo, file, 'encrypted')).error).toMatchObject({ code: '23514' })
  for (const known of REPLACEMENT_HINTS) expect((await hint(flo, file, known)).error).toBeNull()
  expect(await countHints(flo)).toBe(1)
  expect((await server.client().rpc('hint_replacement', { file, hint: 'random' })).error).not.toBeNull()
})

test('hints that another server took, which stopped meanwhile, count here', async () => {
  const hugo = await personElsewhere(server)
  const files = await storeRecords(server, hugo, 40)
  const other = await startNode(server)
  try {
    const client = other.client()
    await client.auth.signInWithPassword({ email: hugo.email, password: hugo.password })
    for (const file of files.slice(0, 11)) expect((await hint(hugo, file, 'random', client)).error).toBeNull()
  } finally {
    await other.stop()
  }
  expect((await replace(hugo, files.slice(0, 11))).error).toMatchObject({ code: 'QS424' })
})

test('two transactions at once count together', async () => {
  const ida = await personElsewhere(server)
  const files = await storeRecords(server, ida, 40)
  await hintAll(ida, files.slice(0, 14))
  const answers = await Promise.all([replace(ida, files.slice(0, 7)), replace(ida, files.slice(7, 14))])
  expect(answers.filter(({ error }) => error?.code === 'QS424')).toHaveLength(1)
})

test('the vault says it of a text that becomes random data, and of nothing else', async () => {
  const jon = await personWithVault(server)
  const id = await storeFile(jon, 'diary.txt', Buffer.from('a text'))
  const { metadata } = await proveFile(jon.api, jon.vault, id)
  const hints = async () =>
    (await server.database.owner<{ hint: string }>('select hint from threats.hints where user_id = $1', [jon.userId]))
      .rows
  await hintAtReplacement(jon.api, { replaces: null, metadata }, new Blob([randomBytes(8192)]))
  await hintAtReplacement(jon.api, { replaces: id, metadata }, new Blob(['another text '.repeat(500)]))
  expect(await hints()).toEqual([])
  await hintAtReplacement(jon.api, { replaces: id, metadata }, new Blob([randomBytes(8192)]))
  expect(await hints()).toEqual([{ hint: 'random' }])
})

/** The same lies in lists, to the command line: a path is what the list says, and no proof of which file it is. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proveFile } from '#vault/files/file-records.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { listTeamFiles } from '#vault/files/team-files.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { CommandLine } from '../../support/command-line.ts'
import { growKeyLog } from '../../support/grow-ledger.ts'
import { readContent, storeFile } from '../../support/stored-file.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { makeUnsignedFolder } from '../../support/unsigned-folder.ts'
import { stageAttacked } from '../attacked.ts'

type Row = Record<string, unknown>

const attacked = stageAttacked()
const computer = new CommandLine()
const DAMAGED = 5
const NOT_FOUND = 4
let ada: VaultPerson
let bob: VaultPerson
let photos: string
let secret: string
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([attacked.person(), attacked.person()])
  photos = (await createFolder(ada.api, ada.vault, { name: 'Photos', parentId: null })).id
  await storeFile(ada, 'beach.jpg', randomBytes(10), { folderId: photos })
  secret = await storeFile(ada, 'passwords.txt', Buffer.from('hunter2'))
  await growKeyLog(attacked.server.ledger)
  await computer.signIn(attacked.proxy.url, ada)
})
afterAll(() => computer.remove())

describe('a file that the list shows in a folder in which it does not lie', () => {
  beforeEach(() => {
    attacked.proxy.tamperJson<Row[]>('/file_records?select', (rows) =>
      rows.map((row) => (row['id'] === secret ? { ...row, folder_id: photos } : row)),
    )
  })

  test.each([
    ['in a link to the folder', ['link', 'Photos']],
    ['in a link to its path', ['link', 'Photos/passwords.txt']],
    ['with a person', () => ['share', 'Photos/passwords.txt', '--with', bob.email]],
    ['by moving it', ['mv', 'Photos/passwords.txt', '--into', 'Other']],
    ['in an export', () => ['export', 'Photos/passwords.txt', '--to', computer.newFolder('export-')]],
    ['in what is fetched', () => ['get', 'Photos/passwords.txt', '--to', computer.newFolder('got-')]],
  ])('is not given away: %s', async (_, words) => {
    const run = await computer.run(typeof words === 'function' ? words() : words)
    expect(run.status, run.stderr).toBe(DAMAGED)
    expect(run.stderr).toContain('not in the folder')
    expect(run.stdout.toString()).toBe('')
  })

  test('is reported by a check of everything', async () => {
    const run = await computer.run(['verify', '--all'])
    expect(run.status).toBe(DAMAGED)
    expect(run.stdout.toString()).toMatch(/DAMAGED {2}passwords\.txt/)
    expect(run.stdout.toString()).toMatch(/ok {7}beach\.jpg/)
  })
})

describe('a folder that is shown below another one', () => {
  let salaries: string
  const below = (paths: string | string[], lie: Row) =>
    attacked.proxy.tamperJson<Row[]>(paths, (rows) =>
      rows.map((row) => (row['id'] === salaries ? { ...row, parent_folder_id: photos, ...lie } : row)),
    )
  const goesAlong = (run: { stderr: string }, path: string) =>
    expect(run.stderr.indexOf(path)).toBeGreaterThan(run.stderr.indexOf('Goes along'))

  describe('with a record', () => {
    beforeAll(async () => {
      salaries = (await createFolder(ada.api, ada.vault, { name: 'Salaries', parentId: null })).id
      await storeFile(ada, '2026.csv', randomBytes(10), { folderId: salaries })
    })
    beforeEach(() => below('/folders?select', { record: null }))

    test.each([
      ['in a link to that one', ['link', 'Photos']],
      ['in a link to its path', ['link', 'Photos/Salaries/2026.csv']],
      ['with a person', () => ['share', 'Photos/Salaries/2026.csv', '--with', bob.email]],
      ['by moving it', ['mv', 'Photos/Salaries', '--into', '/']],
      ['by moving that one', ['mv', 'Photos', '--into', '/Elsewhere']],
      ['by moving something into it', ['mv', 'Photos/beach.jpg', '--into', 'Photos/Salaries']],
      ['in an export', () => ['export', 'Photos/Salaries/2026.csv', '--to', computer.newFolder('export-')]],
      ['in what is stored in it', () => ['put', aFile(), '--into', 'Photos/Salaries']],
      ['in a folder that is made in it', ['mkdir', 'Photos/Salaries/2027']],
      ['in a request for files', ['request', 'Reports', '--into', 'Photos/Salaries']],
    ])('is refused, and nothing is given away: %s', async (_, words) => {
      const before = await stored()
      const run = await computer.run(typeof words === 'function' ? words() : words)
      expect(run.status, run.stderr).toBe(DAMAGED)
      expect(run.stderr).toContain('The folder Salaries does not lie where the list showed it')
      expect(run.stdout.toString()).toBe('')
      expect(await stored()).toEqual(before)
    })

    test('is not fetched with that one', async () => {
      const to = computer.newFolder('got-')
      const run = await computer.run(['get', 'Photos', '--to', to])
      expect(run.stderr).toContain('The folder Salaries does not lie where the list showed it')
      expect(fs.readdirSync(to)).toEqual([])
    })

    test('is reported by a check of everything, which names the folder and checks the others', async () => {
      const run = await computer.run(['verify', '--all'])
      expect(run.status).toBe(DAMAGED)
      expect(run.stdout.toString()).toMatch(/DAMAGED {2}Photos\/Salaries\//)
      expect(run.stdout.toString()).toMatch(/ok {7}Photos\//)
      expect(run.stderr).toMatch(/1 of \d+ files and folders were changed or damaged\./)
    })

    test('is shown as damaged where the list says what is signed', async () => {
      below('/folders?select', {})
      expect((await computer.run(['ls', 'Photos'])).stdout.toString()).toContain('Damaged name')
    })

    test('is missed without its record by a computer that proved it in an earlier run, and not after it signed out', async () => {
      const listed = async () => (await computer.run(['ls', 'Photos'])).stdout.toString()
      expect(await listed()).toContain('Salaries')
      attacked.proxy.honest()
      expect((await computer.run(['mv', 'Salaries/2026.csv', '--into', 'Salaries'])).status).toBe(0)
      below(['/folders?select', 'reachable_folders?'], { record: null, record_signature: null })
      expect(await listed()).toContain('Damaged name')
      const run = await computer.run(['link', salaries])
      expect(run).toMatchObject({ status: DAMAGED })
      await computer.run(['logout'])
      await computer.signIn(attacked.proxy.url, ada)
      expect(await listed()).toContain('Salaries')
    })
  })

  test('is named by its path before a link to that one is made, where it has no record', async () => {
    salaries = (await makeUnsignedFolder(ada, 'Payroll')).id
    await storeFile(ada, '2025.csv', randomBytes(10), { folderId: salaries })
    below(['/folders?select', 'reachable_folders?'], {})
    const run = await computer.run(['link', 'Photos'])
    expect(run.status, run.stderr).toBe(0)
    goesAlong(run, 'Photos/Payroll/2025.csv')
    goesAlong(run, 'Photos/beach.jpg')
    attacked.proxy.honest()
    const honest = await computer.run(['link', 'Photos'])
    expect(honest.stderr).toContain('Photos/beach.jpg')
    expect(honest.stderr).not.toContain('Payroll')
    // Nothing signed says where it lies, and a check does not call it whole.
    const checked = await computer.run(['verify', '--all'])
    expect(checked.stdout.toString()).toMatch(/^no sign {2}Payroll\/$/m)
    expect(checked.stdout.toString()).toMatch(/^ok {7}Photos\/$/m)
    expect(checked.stderr).toContain('1 folder was made before places were signed')
  })

  test('is named where it is gone by the time of a check, and the rest is checked', async () => {
    attacked.proxy.tamperJson<Row[]>('reachable_folders?', (rows) => rows.filter(({ id }) => id !== photos))
    const run = await computer.run(['verify', '--all'])
    expect(run.status).toBe(7)
    expect(run.stderr).toContain('Photos: This folder is no longer here.')
    expect(run.stdout.toString()).toMatch(/ok {7}passwords\.txt/)
  })
})

test('a colleague’s file in the list of one’s own gets nothing of a nightly "put --replace"', async () => {
  const members = [{ userId: ada.userId, email: ada.email, role: 'editor' as const }]
  const spaceId = await createTeamSpace(bob.api, bob.vault, { name: 'Board', members })
  const theirs = await storeFile(bob, 'backup.tar', Buffer.from('monday'), { spaceId })
  await listTeamFiles(ada.api, ada.vault, spaceId)
  const backups = (await createFolder(ada.api, ada.vault, { name: 'Backups', parentId: null })).id
  const own = await storeFile(ada, 'backup.tar', Buffer.from('sunday'), { folderId: backups })
  const [row] = (await ada.api.rest(`team_files?select=*&id=eq.${theirs}`)) as [Row]
  const backup = path.join(computer.newFolder('backup-'), 'backup.tar')
  fs.writeFileSync(backup, 'tuesday: all my secrets')
  const put = ['put', backup, '--into', 'Backups', '--replace']

  // Once for each list: a row that comes again on each page would have no end.
  let told = false
  attacked.proxy.tamperJson<Row[]>('/file_records?select', (rows) => {
    if (told) return []
    told = true
    return rows.map((one) => (one['id'] === own ? { ...row, folder_id: backups } : one))
  })
  const run = await computer.run(put)
  expect(run.status, run.stderr).toBe(0)
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  attacked.proxy.honest()
  const read = async (person: VaultPerson, id: string) =>
    String(await readContent(person.api, readingKeys(await proveFile(person.api, person.vault, id))))
  expect(await read(bob, theirs)).toBe('monday')
  expect(await read(ada, own)).toBe('sunday')
})

test('a path that leads to nothing is not found', async () => {
  expect(await computer.run(['link', 'Photos/passwords.txt'])).toMatchObject({ status: NOT_FOUND })
})

function aFile(): string {
  const file = path.join(computer.newFolder('put-'), 'new.txt')
  fs.writeFileSync(file, 'new')
  return file
}

/** What the server has of everything that a command could have given away or changed. */
async function stored(): Promise<unknown[]> {
  const tables = ['folders', 'file_records', 'share_links', 'file_access', 'file_requests']
  return Promise.all(
    tables.map(async (table) => (await attacked.server.database.owner(`select * from ${table} order by 1`)).rows),
  )
}

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from '../support/server/server-process.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-commands-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

function run(command: 'backup' | 'restore', words: string[]): { status: number | null; said: string } {
  const program = ['--disable-warning=ExperimentalWarning', `server/commands/${command}.ts`, ...words]
  const env = { ...process.env, DATA_DIR: path.join(folder, 'nothing') }
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: ROOT, env, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

const file = path.join(folder, 'a file')
fs.writeFileSync(file, 'hello')
/** One whose line about who signs was lost. */
const key = path.join(folder, 'key')
fs.writeFileSync(key, 'AGE-SECRET-KEY-1\n')

test.each<['backup' | 'restore', string[], string, number?]>([
  ['backup', ['--too', '/tmp'], "Unknown option '--too'", 2],
  ['backup', ['take'], '--to is missing.', 2],
  ['backup', ['new-key', '--into', path.join(folder, 'key.txt')], 'There is no server in'],
  ['backup', ['take', '--to', path.join(folder, 'place')], 'There is no server in'],
  ['backup', ['prune', '--from', folder], '--keep takes how many backups stay', 2],
  ['backup', ['check', '--from', folder], 'holds no backup'],
  ['restore', ['--from', folder, '--key', file], '--reason is missing', 2],
  ['restore', ['--from', folder, '--key', path.join(folder, 'none'), '--verify'], 'There is no such file or folder'],
  ['restore', ['--from', folder, '--key', file, '--verify'], 'holds no key that opens backups'],
])('%s %j says what is wrong, without a trace of the program', (command, words, sentence, code = 1) => {
  const { status, said } = run(command, words)
  expect(said).toContain(sentence)
  expect(said).not.toMatch(/^ +at /m)
  expect(status).toBe(code)
})

test('a recovery with a key that does not say who signs says that this is not checked', () => {
  const { status, said } = run('restore', ['--from', folder, '--key', key, '--reason', 'lost', '--until', 'latest'])
  expect([status, said]).toEqual([
    1,
    expect.stringMatching(/^Who signed it is not checked: .*\n.*has no backup before/),
  ])
})

test('nothing was made meanwhile', () => {
  expect(fs.readdirSync(folder)).toEqual(['a file', 'key'])
})

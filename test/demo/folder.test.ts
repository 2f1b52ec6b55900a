import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginFolder, keepAccounts, noteProcess, readAccounts, removeFolder, stateOf } from '../../demo/folder.ts'

let root: string
let folder: string
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-demo-'))
  folder = path.join(root, 'demo')
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

test('a folder of something else stays', () => {
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(folder, 'mine.txt'), 'mine')
  expect(stateOf(folder)).toBe('foreign')
  expect(() => removeFolder(folder)).toThrow('was not made by the demo')
  expect(fs.existsSync(path.join(folder, 'mine.txt'))).toBe(true)
})

test('a folder that a server runs on stays until that has ended', () => {
  beginFolder(folder)
  expect(stateOf(folder)).toBe('half')
  noteProcess(folder, process.pid)
  expect(() => removeFolder(folder)).toThrow('Stop it first')
  noteProcess(folder, undefined)
  removeFolder(folder)
  expect([stateOf(folder), fs.readdirSync(root)]).toEqual(['none', []])
})

test('passwords are for the owner of the folder alone, and come back', () => {
  beginFolder(folder)
  const kept = {
    url: 'http://localhost:3000',
    accounts: [{ who: 'owner', email: 'a@example.test', password: 'secret' }],
  }
  keepAccounts(folder, kept)
  expect(stateOf(folder)).toBe('filled')
  expect(readAccounts(folder)).toEqual(kept)
  expect(fs.statSync(path.join(folder, 'demo-accounts.json')).mode & 0o777).toBe(0o600)
})

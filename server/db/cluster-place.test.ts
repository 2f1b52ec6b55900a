import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clusterHome, notePlace } from './cluster-place.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-place-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const dataDir = (name: string): string => path.join(folder, name)
const place = (name: string): string => clusterHome(path.join(dataDir(name), 'postgres'), {})

/** A DATA_DIR whose cluster lies somewhere else. @returns where */
function dataDirWithout(name: string): string {
  const home = dataDir('elsewhere')
  for (const made of [dataDir(name), path.join(home, 'data')]) fs.mkdirSync(made, { recursive: true })
  fs.writeFileSync(path.join(home, 'data/PG_VERSION'), '18')
  notePlace(path.join(dataDir(name), 'postgres'), home)
  return home
}

test('the cluster lies in its own folder, and nothing is noted, where its user may enter', () => {
  fs.mkdirSync(dataDir('a'))
  const home = place('a')
  expect(home).toBe(path.join(dataDir('a'), 'postgres'))
  notePlace(home, home)
  expect(fs.readdirSync(dataDir('a'))).toEqual([])
})

test('a DATA_DIR that moved finds its cluster, and has it for itself from then on', () => {
  const home = dataDirWithout('a')
  expect(place('a')).toBe(home)
  fs.renameSync(dataDir('a'), dataDir('b'))
  expect(place('b')).toBe(home)
  notePlace(path.join(dataDir('b'), 'postgres'), home)
  expect(place('b')).toBe(home)
})

test('of a DATA_DIR and its copy, only the first has the cluster', () => {
  const home = dataDirWithout('a')
  fs.cpSync(dataDir('a'), dataDir('b'), { recursive: true })
  expect(() => place('b')).toThrow(/\/b and .*\/a both name the database in .*elsewhere, and only one can have it/)
  expect(place('a')).toBe(home)
})

test('the same DATA_DIR by another path is no copy', () => {
  const home = dataDirWithout('a')
  fs.symlinkSync(dataDir('a'), dataDir('link'))
  expect(place('link')).toBe(home)
})

test('a cluster that is not where it was said to be is named in the error, and none is made instead', () => {
  const home = dataDirWithout('a')
  fs.rmSync(home, { recursive: true })
  expect(() => place('a')).toThrow(
    /postgres\.path says that the database lies in .*elsewhere, where this user finds none/,
  )
})

test('a cluster in its own folder is used, whatever the note says, as after a restore', () => {
  dataDirWithout('a')
  const own = path.join(dataDir('a'), 'postgres')
  fs.mkdirSync(path.join(own, 'data'), { recursive: true })
  fs.writeFileSync(path.join(own, 'data/PG_VERSION'), '18')
  expect(place('a')).toBe(own)
})

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const NAMED =
  /`((?:web|cli|vault|crypto|ledger|contract|server|scripts|test|e2e|bench|tools)\/[\w./-]+\.(?:tsx?|mjs|sql|py|css))`/g

const architecture = read('ARCHITECTURE.md')
const [, aboutFiles = ''] = architecture.split("## A file's way\n")
const [walk = ''] = aboutFiles.split('\nShared with a person:')
const [, aboutSignIn = ''] = architecture.split("## A sign-in's way\n")
const [signIn = ''] = aboutSignIn.split('\n## ')
const opened = filesIn(walk).filter((file) => partOf(file) !== 'scripts')

test('every file that ARCHITECTURE.md names is there', () => {
  const files = filesIn(architecture)
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([])
})

test('the way of a dropped file opens at most 20 files, and enters each part once', () => {
  expect(opened.length).toBeGreaterThan(15)
  expect(opened.length).toBeLessThanOrEqual(20)
  const entered = opened.map(partOf).filter((part, at, all) => part !== all[at - 1])
  expect(entered).toEqual(['web', 'vault', 'crypto', 'server'])
})

test('its files import each other, but for the doors: the route, the client of the vault, the index of crypto, and HTTP', () => {
  const texts = opened.map(read)
  const isImported = (file: string) => texts.some((text) => text.includes(`/${path.basename(file)}'`))
  expect(opened.filter((file) => !isImported(file))).toEqual([
    'web/app/drive/files-page.tsx',
    'web/lib/files/upload-queue.ts',
    'crypto/envelope/floe.ts',
    'server/storage/uploads/tus.routes.ts',
  ])
})

test('the way of a sign-in opens at most 12 files, each imported by another of them or by a page, a worker or the server', () => {
  const files = filesIn(signIn).filter((file) => partOf(file) !== 'scripts')
  expect(files.length).toBeGreaterThan(9)
  expect(files.length).toBeLessThanOrEqual(12)
  const texts = files.map(read)
  const isImported = (file: string) => texts.some((text) => text.includes(`/${path.basename(file)}'`))
  expect(files.filter((file) => !isImported(file))).toEqual([
    'web/app/account/sign-in/login-form.tsx',
    'web/lib/account/sign-in.ts',
    'web/workers/calls/account/account-calls.ts',
    'server/auth/token.routes.ts',
  ])
})

function filesIn(text: string): string[] {
  return [...new Set([...text.matchAll(NAMED)].map(([, file = '']) => file))]
}

function partOf(file: string): string {
  return file.split('/')[0] ?? ''
}

function read(file: string): string {
  return fs.readFileSync(path.join(ROOT, file), 'utf8')
}

import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Download, type Page, expect } from '@playwright/test'
import { type Gate, type Passed, startGate } from './gate.ts'
import { type Person, expectOpenVault } from './account/person.ts'
import { openPreparedVault } from './account/prepared-person.ts'
import { type RunningServer, startServer } from './server.ts'

export const MEBIBYTE = 1024 * 1024
/** The browser app and its server with a gate between them, and a folder for files. */
export type Stage = {
  /** The address that people use; it leads through the gate. */
  url: string
  server: RunningServer
  gate: Gate
  folder: string
  stop: () => Promise<void>
}

export async function openStage(): Promise<Stage> {
  const gate = await startGate()
  const server = await startServer({ PUBLIC_URL: gate.url })
  gate.forwardTo(server.url)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-transfers-'))
  const stop = async () => {
    await gate.stop()
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { url: gate.url, server, gate, folder, stop }
}

/** Somebody new, with an open and empty vault. */
export async function newPerson(page: Page, url: string): Promise<Person> {
  const person = {
    email: `${randomBytes(6).toString('hex')}@example.org`,
    password: 'a password of mine',
    firstName: 'Ada',
  }
  await openPreparedVault(page, url, person)
  return person
}

/** A file of random bytes on disk. @returns its path */
export function makeFile(folder: string, name: string, sizeBytes: number): string {
  const file = path.join(folder, name)
  fs.writeFileSync(file, randomBytes(sizeBytes))
  return file
}

/** The row of the file list, not of the transfers. */
export function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

/** Selects a row and opens it. Two clicks by WebDriver on a busy machine may be too far apart to be a double one. */
export async function openRow(page: Page, name: string): Promise<void> {
  await rowOf(page, name).click()
  await page.keyboard.press('Enter')
}

export function transferOf(page: Page, name: string) {
  return page.getByRole('region', { name: 'Transfers' }).getByRole('listitem').filter({ hasText: name })
}

/** The headline of the transfers while it says that uploads are stored. */
export function storedNews(page: Page, sentence: string) {
  return page.getByRole('region', { name: 'Transfers' }).getByRole('heading', { name: sentence, exact: true })
}

/** The row of a download under way; the upload of the same file may still have its own. */
export function downloadOf(page: Page, name: string) {
  return transferOf(page, name).filter({ hasText: 'Downloading and decrypting' })
}

export async function unlock(page: Page, { password }: Person): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expectOpenVault(page)
}

export async function lock(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: /Lock/ }).click()
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
}

export async function startDownload(page: Page, name: string): Promise<Download> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download and decrypt ${name}` }).click()
  return started
}

/** Downloads a stored file and compares it with the one it was made from. */
export async function expectSameContent(page: Page, file: string): Promise<void> {
  const download = await startDownload(page, path.basename(file))
  expect(hashOf(await download.path())).toBe(hashOf(file))
}

export function hashOf(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex')
}

/** What the server keeps for the person, read over the ordinary wire: records of files, and objects. */
export async function stored(page: Page, url: string): Promise<{ records: number; objects: string[] }> {
  const session = await page.evaluate(() => localStorage.getItem('quantumshield-session') ?? '{}')
  const { access_token, user } = JSON.parse(session) as { access_token: string; user: { id: string } }
  const headers = { authorization: `Bearer ${access_token}` }
  const records = await page.request.get(`${url}/rest/v1/file_records?select=id`, { headers })
  const list = `${url}/storage/v1/object/list/encrypted-files`
  const objects = await page.request.post(list, { headers, data: { prefix: user.id } })
  return {
    records: ((await records.json()) as unknown[]).length,
    objects: ((await objects.json()) as { name: string }[]).map(({ name }) => name),
  }
}

/** Status of a resumable upload, asked for as its owner. */
export async function uploadStatus(page: Page, url: string, uploadPath: string): Promise<number> {
  const session = await page.evaluate(() => localStorage.getItem('quantumshield-session') ?? '{}')
  const { access_token } = JSON.parse(session) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}`, 'tus-resumable': '1.0.0' }
  return (await page.request.head(url + uploadPath, { headers })).status()
}

/** Lets the first `count` parts of an upload through and keeps back the others. @returns lets them all go. */
export function holdPartsAfter(gate: Gate, count: number): () => void {
  let seen = 0
  return gate.holdRequests((request) => isPart(request) && ++seen > count)
}

export function partsPassed(gate: Gate): number {
  return gate.passed.filter(isPart).length
}

/** Waits until every part that the gate let go has passed, or was given up by the browser. */
export async function expectNoPartUnderWay(gate: Gate): Promise<void> {
  await expect.poll(() => gate.underWay(isPart)).toBe(0)
}

/** The settings of a person are sent by PATCH as well. */
export const isPart = ({ method, path: address }: Passed) => method === 'PATCH' && address.startsWith('/storage/')

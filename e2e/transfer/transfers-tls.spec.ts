import { execFileSync } from 'node:child_process'
import { X509Certificate, createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { type Line, startLine } from '../../test/support/line.ts'
import { chromiumItself } from '../support/chromium-itself.ts'
import { type Person, chooseFiles, openNewVault, watchPage } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { MEBIBYTE, expectSameContent, makeFile, rowOf, transferOf } from '../support/transfers.ts'

const LARGE_BYTES = 60 * MEBIBYTE
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-tls-'))
const certificate = makeCertificate()

// A service worker needs a certificate that the browser trusts; this trusts one key and no other.
test.use({
  ignoreHTTPSErrors: true,
  launchOptions: {
    ...chromiumItself,
    args: [...chromiumItself.args, `--ignore-certificate-errors-spki-list=${certificate.keyHash}`],
  },
})

// Through the pages, for only the browser trusts the certificate.
const newcomer = (): Person => ({
  email: `${randomBytes(6).toString('hex')}@example.org`,
  password: 'a password of mine',
  firstName: 'Ada',
})

let server: RunningServer
let line: Line
let url: string
test.beforeAll(async () => {
  line = await startLine()
  url = `https://localhost:${line.port}`
  server = await startServer({
    PUBLIC_URL: url,
    TLS_CERT_FILE: certificate.certFile,
    TLS_KEY_FILE: certificate.keyFile,
  })
  line.forwardTo(Number(new URL(server.url).port))
})
test.afterAll(async () => {
  await line.stop()
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('over HTTP/2 a file is streamed up and comes back byte for byte', async ({ page }) => {
  const problems = watchPage(page)
  const file = makeFile(folder, 'Streamed.bin', LARGE_BYTES)
  await openNewVault(page, url, newcomer())
  const protocol = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return (navigation as PerformanceNavigationTiming).nextHopProtocol
  })
  expect(protocol).toBe('h2')

  await chooseFiles(page, file)

  await expect(rowOf(page, 'Streamed.bin')).toBeVisible({ timeout: 60_000 })
  await expectSameContent(page, file)
  expect(problems).toEqual([])
})

test('a stream that breaks off continues at the first missing part', async ({ page }) => {
  const file = makeFile(folder, 'Broken stream.bin', LARGE_BYTES)
  await openNewVault(page, url, newcomer())
  const lift = line.stallAfter(40 * MEBIBYTE)
  const before = line.sentBytes()
  await chooseFiles(page, file)
  await expect.poll(() => line.sentBytes() - before, { timeout: 30_000 }).toBeGreaterThan(40 * MEBIBYTE)
  const storage = path.join(server.dataDir, 'storage')
  await expect.poll(() => sizeOf(storage), 'what passed reaches the disk').toBeGreaterThan(30 * MEBIBYTE)

  line.cut()
  const atBreak = line.sentBytes()
  lift()
  await expect(transferOf(page, 'Broken stream.bin')).toContainText('No connection. Trying again')

  await expect(rowOf(page, 'Broken stream.bin')).toBeVisible({ timeout: 60_000 })
  expect(line.sentBytes() - atBreak).toBeLessThan(45 * MEBIBYTE)
  await expectSameContent(page, file)
})

function sizeOf(directory: string): number {
  const entries = fs.readdirSync(directory, { recursive: true, withFileTypes: true })
  const sizes = entries.map(({ parentPath, name }) =>
    fs.statSync(path.join(parentPath, name), { throwIfNoEntry: false }),
  )
  return sizes.reduce((sum, entry) => sum + (entry?.isFile() ? entry.size : 0), 0)
}

function makeCertificate() {
  const keyFile = path.join(folder, 'key.pem')
  const certFile = path.join(folder, 'cert.pem')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile]
  execFileSync('openssl', ['req', '-x509', ...key, '-out', certFile, ...subject], { stdio: 'ignore' })
  const { publicKey } = new X509Certificate(fs.readFileSync(certFile))
  const keyHash = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  return { keyFile, certFile, keyHash }
}

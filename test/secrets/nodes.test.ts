import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { SecretTable } from '#server/secret-store/secret-table.ts'
import { parseKeyFile, SIGNING_KEYS } from '#server/signing-keys.ts'
import { runCommand, startPlainNode } from '../support/server/plain-node.ts'
import { createTestDatabase } from '../support/server/test-database.ts'
import { shortLivedFolder } from '../support/short-lived.ts'

const PUBLIC_URL = 'http://localhost:3999'
const PASSWORD = 'correct horse battery staple'

test('two nodes share what only SECRETS_KEY opens, and take over a rotated key while they run', async () => {
  const db = await createTestDatabase()
  onTestFinished(() => db.drop())
  const secretsKey = randomBytes(32)
  const folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-nodes-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const keyFile = path.join(folder, 'key')
  fs.writeFileSync(keyFile, `${secretsKey.toString('base64')}\n`)
  const settings = { SECRETS_KEY_FILE: keyFile, MAILER_AUTOCONFIRM: 'true', PUBLIC_URL }
  const nodes = await Promise.all([startPlainNode(db, settings), startPlainNode(db, settings)])
  const [first, second] = nodes
  for (const { dataDir } of nodes) expect(fs.existsSync(path.join(dataDir, 'secrets'))).toBe(false)

  const table = new SecretTable(secretsKey, (work) => db.database.asOwner(work))
  const apikey = (await table.read('publishable-key')) ?? ''
  const ask = async (node: { url: string }, target: string, init: { body?: object; token?: string } = {}) => {
    const headers = {
      apikey,
      'content-type': 'application/json',
      ...(init.token && { authorization: `Bearer ${init.token}` }),
    }
    const body = init.body && JSON.stringify(init.body)
    const answer = await fetch(node.url + target, { method: body ? 'POST' : 'GET', headers, ...(body && { body }) })
    return { status: answer.status, json: (await answer.json()) as Record<string, string> }
  }
  const email = `${randomUUID()}@example.org`
  const account = { email, password: PASSWORD }
  const signedUp = await ask(first, '/auth/v1/signup', { body: account })
  const { access_token: token = '', refresh_token } = signedUp.json
  expect((await ask(second, '/auth/v1/user', { token })).json.email).toBe(email)
  const refreshed = await ask(second, '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } })
  expect(refreshed.status).toBe(200)

  const rotated = runCommand('rotate-keys', [], { ...first.environment })
  expect(rotated.status, rotated.said).toBe(0)
  const [fresh = ''] = parseKeyFile((await table.read(SIGNING_KEYS)) ?? '').map(({ kid }) => kid ?? '')
  expect(rotated.said).toContain(fresh)
  for (const node of nodes)
    await expect
      .poll(async () => JSON.stringify((await ask(node, '/auth/v1/.well-known/jwks.json')).json))
      .toContain(fresh)

  // Its time to be published only is over.
  await table.replace(SIGNING_KEYS, (text = '') =>
    JSON.stringify(parseKeyFile(text).map((key) => ({ ...key, iat: (key.iat ?? 0) - 3600 }))),
  )
  const signIn = async (node: { url: string }) =>
    (await ask(node, '/auth/v1/token?grant_type=password', { body: account })).json.access_token ?? ''
  for (const node of nodes) await expect.poll(async () => decodeProtectedHeader(await signIn(node)).kid).toBe(fresh)
  const [ofFirst, ofSecond] = [await signIn(first), await signIn(second)]
  expect((await ask(second, '/auth/v1/user', { token: ofFirst })).status).toBe(200)
  expect((await ask(first, '/auth/v1/user', { token: ofSecond })).status).toBe(200)
  expect((await ask(first, '/auth/v1/user', { token })).status, 'a token of the key before').toBe(200)
  expect(decodeJwt(ofFirst).iss).toBe(decodeJwt(token).iss)

  for (const node of nodes) await node.stop()
  const refused = startPlainNode(db, {
    ...settings,
    SECRETS_KEY_FILE: '',
    SECRETS_KEY: randomBytes(32).toString('base64'),
  })
  await expect(refused).rejects.toThrow('SECRETS_KEY does not open the secrets in the database')
})

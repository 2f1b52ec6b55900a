import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { copyPreparedCluster } from '../support/server/prepared-cluster.ts'
import { ROOT, freePort, startProcess } from '../support/server/server-process.ts'

const COMMAND = [path.join(ROOT, 'node_modules/.bin/node'), '--disable-warning=ExperimentalWarning', 'server/main.ts']

test('a mail that cannot be sent is in the log of the server', { timeout: 120_000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-mail-'))
  fs.chmodSync(folder, 0o755)
  await copyPreparedCluster(path.join(folder, 'data/postgres'))
  const closed = await freePort()
  const server = startProcess({
    cwd: ROOT,
    command: COMMAND,
    port: await freePort(),
    environment: { DATA_DIR: path.join(folder, 'data'), SMTP_URL: `smtp://127.0.0.1:${closed}`, LOG_LEVEL: 'warn' },
  })
  try {
    await server.ready()
    const { publishable_key: apikey } = (await (await fetch(`${server.url}/config.json`)).json()) as Record<
      string,
      string
    >
    const email = newEmail()
    const answer = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: apikey ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(answer.status).toBe(200)
    await expect.poll(server.log).toContain('ECONNREFUSED')
    expect(server.log()).not.toContain(email)
    expect(server.log(), 'on the machine itself').not.toContain('in clear text')
  } finally {
    server.kill('SIGTERM')
    await server.ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
})

test('the start says that mail may leave in clear text', { timeout: 120_000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-mail-'))
  fs.chmodSync(folder, 0o755)
  await copyPreparedCluster(path.join(folder, 'data/postgres'))
  const environment = {
    DATA_DIR: path.join(folder, 'data'),
    SMTP_URL: 'smtp://mail.example.invalid',
    LOG_LEVEL: 'warn',
  }
  const server = startProcess({ cwd: ROOT, command: COMMAND, port: await freePort(), environment })
  try {
    await server.ready()
    await expect.poll(server.log).toContain('leave in clear text whenever the SMTP server offers no TLS')
  } finally {
    server.kill('SIGTERM')
    await server.ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
})

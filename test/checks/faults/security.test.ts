import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { hasOpenssl } from '../../support/counterparts/test-authority.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import { expect, inject, test } from 'vitest'
import { startOwnWitness } from '../../support/own-witness.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'
import { findings } from './fault.ts'
import { testFaults, useFaultStage } from './fault-stage.ts'
import { SECURITY_FAULTS } from './security-faults.ts'

useFaultStage(
  () => ({ RATE_LIMIT_FACTOR: '1' }),
  ({ ledger }) => growLedger(ledger),
)

testFaults('security', SECURITY_FAULTS, { 'SEC-03': 'tls_elsewhere' })

/** A server that ends TLS itself, with a certificate that is valid for so many days. */
async function tlsServer(days: number): Promise<TestServer> {
  const folder = await fs.mkdtemp(path.join(inject('runFolder'), 'tls-'))
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
  const ask = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
  ]
  execFileSync('openssl', [...ask, '-days', String(days), '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return startServer({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key })
}

test.skipIf(!hasOpenssl)(
  'SEC-03 passes with a certificate of a month, and turns red: one that ends in days',
  async () => {
    for (const [days, expected] of [
      [30, { status: 'passed', error: null }],
      [3, { status: 'failed', error: 'The certificate is valid for 2 days only' }],
    ] as const) {
      const own = await tlsServer(days)
      expect((await findings(own.services, ['SEC-03']))['SEC-03']).toMatchObject(expected)
      await own.stop()
    }
  },
)

test('SEC-13 passes with a witness, and turns red: what it signed does not hold', async () => {
  const witness = await startOwnWitness()
  const own = await startServer({ LEDGER_WITNESSES: witness.setting })
  await growLedger(own.ledger)
  witness.watch((await (await own.fetch('/audit/v1/policy')).text()).replace(/^(?!log ).*\n/gm, '') + 'quorum none\n')
  await own.ledger.askWitnesses({ warn: () => undefined, error: () => undefined })
  const found = async () => (await findings(own.services, ['SEC-13']))['SEC-13']
  expect(await found()).toMatchObject({ status: 'passed' })
  const { rows } = await own.database.owner<{ entries: number }>(
    `select (evidence ->> 'witnessed_entries')::integer as entries from checks.results where check_id = 'SEC-13'`,
  )
  expect(rows[0]?.entries).toBeGreaterThan(0)

  await own.database.owner(
    `create table public.kept_lines as select * from ledger.cosignatures;
     update ledger.cosignatures
     set line = overlay(line placing case substr(line, 40, 1) when 'A' then 'B' else 'A' end from 40)`,
  )
  expect(await found()).toMatchObject({ status: 'failed', error: expect.stringMatching(/No cosignature that is kept/) })
  await own.database.owner(
    `update ledger.cosignatures c set line = k.line from public.kept_lines k where k.log_id = c.log_id and k.size = c.size and k.witness = c.witness; drop table public.kept_lines`,
  )
  expect(await found()).toMatchObject({ status: 'passed' })
  await own.stop()
  witness.stop()
})

import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { hasOpenssl } from '../../support/counterparts/test-authority.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import { expect, inject, test } from 'vitest'
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

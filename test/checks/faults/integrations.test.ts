import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlteringProxy } from '../../support/altering-proxy.ts'
import {
  type IdentityProvider,
  settingsFor,
  startIdentityProvider,
} from '../../support/counterparts/identity-provider.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import { type OwnWitness, startOwnWitness } from '../../support/own-witness.ts'
import { startServer } from '../../support/server/test-server.ts'
import { type Authority, hasOpenssl, startAuthority } from '../../support/timestamp/authority.ts'
import { checksOf, expectRed, findings } from './fault.ts'
import { stage, useFaultStage } from './fault-stage.ts'
import { before, INTEGRATION_FAULTS, TIMESTAMP_FAULT } from './integration-faults.ts'

let provider: IdentityProvider
let witness: OwnWitness
let authority: Authority | undefined
beforeAll(async () => {
  witness = await startOwnWitness()
  authority = hasOpenssl ? await startAuthority() : undefined
  provider = await startIdentityProvider(() => `${stage.server.url}/auth/v1/callback`)
})
// Ends after the server.
afterAll(async () => {
  await before.gate?.stop()
  provider.stop()
  witness.stop()
  authority?.stop()
})

useFaultStage(
  () => ({
    ...settingsFor(provider),
    LEDGER_WITNESSES: witness.setting,
    ...(authority && { LEDGER_TIMESTAMP_URL: authority.url, LEDGER_TIMESTAMP_CA: authority.rootPem }),
  }),
  async (server) => {
    before.gate = await startAlteringProxy(server.url)
    server.services.config = { ...server.config, port: Number(new URL(before.gate.url).port) }
    await growLedger(server.ledger)
    witness.watch(
      (await (await server.fetch('/audit/v1/policy')).text()).replace(/^(?!log ).*\n/gm, '') + 'quorum none\n',
    )
  },
)
test('a whole server fails none of them, and skips none', async () => {
  const found = await findings(stage.server.services, checksOf('integrations'))
  const skipped = hasOpenssl ? [] : ['INT-08']
  expect(Object.entries(found).filter(([, { status }]) => status === 'failed')).toEqual([])
  expect(Object.keys(found).filter((id) => found[id]?.status === 'skipped')).toEqual(skipped)
})

test.each(INTEGRATION_FAULTS)('$id turns red: $what', async ({ id, ...fault }) => {
  await expectRed(stage.server.services, id, fault)
})

test.skipIf(!hasOpenssl)('INT-08 turns red: the answer of the authority was changed [needs openssl]', async () => {
  await expectRed(stage.server.services, TIMESTAMP_FAULT.id, TIMESTAMP_FAULT)
})

test('where nothing is set up, nothing is said of it', async () => {
  const empty = await startServer()
  expect(await findings(empty.services, ['INT-03', 'INT-07', 'INT-08'])).toMatchObject({
    'INT-03': { status: 'skipped', reason: 'no_provider' },
    'INT-07': { status: 'skipped', reason: 'no_witness' },
    'INT-08': { status: 'skipped', reason: 'no_timestamps' },
  })
  await empty.stop()
})

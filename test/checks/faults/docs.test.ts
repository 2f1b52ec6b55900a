import { expect, test } from 'vitest'
import { growLedger } from '../../support/grow-ledger.ts'
import { DOCS_FAULTS } from './docs-faults.ts'
import { findings } from './fault.ts'
import { stage, testFaults, useFaultStage } from './fault-stage.ts'

useFaultStage(
  () => ({ SUPPORT_EMAIL: 'support@example.test' }),
  ({ ledger }) => growLedger(ledger),
)

testFaults('docs', DOCS_FAULTS)

test('where nobody can be written to, nothing is said of security.txt', async () => {
  const config = { ...stage.server.config, supportEmail: undefined }
  expect(await findings({ ...stage.server.services, config }, ['DOC-07'])).toMatchObject({
    'DOC-07': { status: 'skipped', reason: 'no_support_address' },
  })
})

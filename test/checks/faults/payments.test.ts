import { expect, test } from 'vitest'
import { startServer } from '../../support/server/test-server.ts'
import { checksOf, findings } from './fault.ts'
import { testFaults, useFaultStage } from './fault-stage.ts'
import { PAYMENT_FAULTS } from './payment-faults.ts'

useFaultStage()

testFaults('payments', PAYMENT_FAULTS)

test('where nothing is sold, what is about selling is skipped', async () => {
  const without = await startServer({ BILLING: 'off' })
  const found = await findings(without.services, checksOf('payments'))
  const skipped = Object.entries(found).filter(([, { status }]) => status === 'skipped')
  expect(skipped.map(([id, { reason }]) => [id, reason])).toEqual([
    ['PAY-02', 'no_billing'],
    ['PAY-04', 'no_billing'],
    ['PAY-05', 'no_billing'],
    ['PAY-06', 'no_billing'],
    ['PAY-07', 'no_limit'],
    ['PAY-08', 'no_billing'],
  ])
  await without.stop()
})

import { expect, test } from 'vitest'
import type { Health, Waits } from '#web/lib/remote/vault-client.ts'
import { alertsOf } from './alerts.ts'

const WAITS: Waits = {
  incidents: 0,
  streams: 4,
  recoveries: 4,
  invitations: 4,
  expiring: 4,
  reviews: 4,
  roles: 4,
  guests: 4,
  keys: 4,
  storage: 0,
  disks: null,
  unwitnessed: null,
  certificates: 4,
  checks: 0,
}
const service = (
  id: Health['services'][number]['id'],
  status: Health['services'][number]['status'],
  isSetUp = true,
) => ({
  id,
  status,
  uptime: 100,
  responseTime: 1,
  isSetUp,
})
const health = (services: Health['services'], doesDatabaseAnswer = true) => ({
  checkedAt: null,
  services,
  doesDatabaseAnswer,
})
const idsOf = (...found: Parameters<typeof alertsOf>) => alertsOf(...found).map(({ id }) => id)
const NOBODY = { mayWriteStatus: false }

test('nothing is wrong while nothing is, and where nothing could be read', () => {
  const fine = [
    service('api', 'operational'),
    service('ai', 'outage', false),
    service('mail', 'maintenance'),
    service('auth', null),
  ]
  expect(alertsOf({ waits: WAITS, health: health(fine) }, NOBODY)).toEqual([])
  expect(alertsOf({ waits: undefined, health: undefined }, NOBODY)).toEqual([])
})

test('each kind of trouble is an alert of its own, with the page where it is mended', () => {
  const waits = { ...WAITS, incidents: 1, checks: 2, disks: 1, storage: 3 }
  const found = alertsOf(
    { waits, health: health([service('mail', 'degraded'), service('api', 'outage')], false) },
    NOBODY,
  )
  expect(found.map(({ text, to, isSevere }) => [text, to, isSevere])).toEqual([
    ['1 open incident', '/admin/security', true],
    ['The database did not answer this page', '/status', true],
    ['Mail: Degraded', '/status', false],
    ['API: Down', '/status', true],
    ['2 checks of the last test failed', '/admin/comprehensive-test', false],
    ['1 server has less than a tenth of its disk free', '/admin/operations', true],
    ['3 people have used nine tenths of their storage or more', '/admin/users', false],
  ])
  const [mail] = alertsOf({ waits: WAITS, health: health([service('mail', 'degraded')]) }, { mayWriteStatus: true })
  expect(mail?.to).toBe('/admin/status')
})

test('that witnesses are late is said where the probe of the ledger says so too: they may not be asked any more', () => {
  const waits = { ...WAITS, unwitnessed: 3 }
  expect(idsOf({ waits, health: health([service('ledger', 'operational')]) }, NOBODY)).toEqual([])
  expect(idsOf({ waits, health: health([service('ledger', 'degraded')]) }, NOBODY)).toEqual(['unwitnessed'])
  expect(idsOf({ waits: WAITS, health: health([service('ledger', 'degraded')]) }, NOBODY)).toEqual(['service ledger'])
})

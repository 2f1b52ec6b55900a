import fs from 'node:fs'
import { expect, test } from 'vitest'
import { DEVICES } from '#contract/devices/devices.ts'

const read = (file: string) => fs.readFileSync(new URL(`../../server/db/${file}`, import.meta.url), 'utf8')

test('what SQL says of devices is what contract/devices/devices.ts says', () => {
  const [table, functions] = [read('migrations/0440_devices.sql'), read('functions/devices/devices.sql')]
  const { min, max } = DEVICES.intervalSeconds
  expect(table).toContain(`interval_seconds between ${min} and ${max}`)
  expect(table).toContain(`length(name) between 1 and ${DEVICES.nameCharacters})`)
  expect(table).toContain(`length(firmware) between 1 and ${DEVICES.firmwareCharacters})`)
  expect(table).toContain(`authz.limit_rows('user_id', ${DEVICES.perOwner}, `)
  expect(table).toContain(`now() + interval '${DEVICES.codeSeconds / 3600} hours'`)
  expect(functions).toContain(`${DEVICES.silentIntervals} * make_interval(secs => interval_seconds)`)
  expect(functions).toContain(`not between 1 and ${DEVICES.batch} then`)
})

import { expect, test } from 'vitest'
import { listDevices } from '#vault/devices/devices.ts'
import { ada, added, ask, type Enrolled, lifeOf, meter, stageDevices } from './device-stage.ts'

stageDevices({ RATE_LIMIT_FACTOR: '1' })

let asked = 0
const hear = ({ state }: Enrolled) =>
  ask(state(), 'heartbeat', { body: lifeOf(state()), said: { counter: Date.now() + (asked += 1) } })
const pauseOf = async ({ state }: Enrolled) =>
  (await listDevices(ada.api, ada.vault)).find(({ id }) => id === state().id)?.pause
/** A device that has used up what it may send at once. */
async function busy(): Promise<Enrolled> {
  const device = await added(meter)
  for (let n = 0; n < 120; n += 1) await hear(device)
  return device
}

test('a device that is asked to wait and does not is paused; one that tries a few times is not', async () => {
  const [patient, flooding] = [await busy(), await busy()]
  for (let n = 0; n < 30; n += 1) await hear(patient)
  expect(await pauseOf(patient)).toBeNull()

  const statuses = new Set<number>()
  for (let n = 0; n < 10; n += 1) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => hear(flooding)))
    for (const { status } of answers) statuses.add(status)
  }
  expect([...statuses]).toContain(429)
  // Of requests side by side some come after a later one, which is noticed as well.
  expect((await pauseOf(flooding))?.reasons).toContainEqual(
    expect.objectContaining({ code: 'device_flood', requests: expect.any(Number) }),
  )
})

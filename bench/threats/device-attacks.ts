import { type Attack, pair, until } from './attack.ts'
import { stealDevice } from './stolen-device.ts'

const isPaused = (status: number): boolean => status === 403
const MIB = 1024 * 1024

/** Somebody has the key file of a device, or a recording of what it sent: one attack for each reason to pause it. */
export const deviceAttacks: readonly Attack[] = [
  {
    detector: 'device_misuse',
    what: 'a recorded request of a device, sent 40 times',
    run: async (stage, n) => {
      const stolen = await stealDevice(stage)
      const recorded = await stolen.sign()
      const from = { from: `127.60.${n}.1` }
      for (let again = 0; again < 40; again += 1) await stolen.send(recorded, from)
      return { isFound: await stolen.isPausedFor('device_replays') }
    },
  },
  {
    detector: 'device_misuse',
    what: 'a copied key file, used 20 times after the device replaced its key',
    run: async (stage, n) => {
      const stolen = await stealDevice(stage)
      const copied = stolen.state()
      await stolen.device.rotate()
      for (let again = 0; again < 20; again += 1)
        await stolen.send(await stolen.sign(copied), { from: `127.61.${n}.1` })
      return { isFound: await stolen.isPausedFor('device_old_key') }
    },
  },
  {
    detector: 'device_misuse',
    what: 'a copied key file sends 600 signs of life as fast as it can',
    hasLimits: true,
    run: async (stage, n) => {
      const stolen = await stealDevice(stage)
      let taken = 0
      const sendOne = async () => {
        const answer = await stolen.send(await stolen.sign(), { from: `127.62.${n}.1` })
        if (answer.status === 200) taken += 1
        return answer
      }
      await until(600, sendOne, isPaused)
      return {
        isFound: await stolen.isPausedFor('device_flood'),
        got: { what: 'signs of life taken', count: taken, of: 600 },
      }
    },
  },
  {
    detector: 'device_misuse',
    what: 'a copied key file adds 200 files, of a device that sends 10 a day',
    run: async (stage) => {
      const stolen = await stealDevice(stage)
      await stolen.usually({ files: 10, largest: 2000 })
      const got = await until(200, () => stolen.add(500), isPaused)
      return {
        isFound: await stolen.isPausedFor('device_files'),
        got: { what: 'files added', count: got, of: 200 },
      }
    },
  },
  {
    detector: 'device_misuse',
    what: 'a copied key file adds ten files of 4 MiB, of a device that sends 2 KB',
    run: async (stage) => {
      const stolen = await stealDevice(stage)
      await stolen.usually({ files: 10, largest: 2000 })
      const got = await until(10, () => stolen.add(4 * MIB), isPaused)
      return {
        isFound: await stolen.isPausedFor('device_size'),
        got: { what: 'files added', count: got, of: 10 },
      }
    },
  },
  {
    detector: 'device_misuse',
    what: 'a copied key file, used in another country and another network',
    run: async (stage, n) => {
      const { home, abroad } = pair(stage, n)
      const stolen = await stealDevice(stage)
      await stolen.send(await stolen.sign(), { ip: home.ip })
      const got = await until(5, async () => stolen.send(await stolen.sign(), { ip: abroad.ip }), isPaused)
      return {
        isFound: await stolen.isPausedFor('device_moved'),
        got: { what: 'requests taken', count: got, of: 5 },
      }
    },
  },
]

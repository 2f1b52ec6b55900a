import { DEVICES, DEVICE_SUITES } from '#contract/devices/devices.ts'
import { secondsOf } from '#vault/devices/device-csv.ts'
import { nameProblem } from '#vault/devices/device-name.ts'
import { addDevices, listDevices, revokeDevice } from '#vault/devices/devices.ts'
import { receiveFromDevices } from '#vault/devices/receive-from-devices.ts'
import { usageError } from '../../command-error.ts'
import { printable, table } from '../../output.ts'
import { openedVault } from '../../session/opened-vault.ts'
import { withProof } from '../../session/proven.ts'
import type { Command } from '../../command.ts'

type Run = Command['run']

const opened = (options: Parameters<Run>[0]['options']) => openedVault({ passwordStdin: options['password-stdin'] })

/** Adds a device and prints its code. */
export const add: Run = async ({ words, options, output }) => {
  const name = words.join(' ').trim()
  if (nameProblem(name) !== undefined) throw usageError('Give the device a name of at most 100 characters.')
  const suite = DEVICE_SUITES.find((known) => known === (options.suite ?? 'std'))
  if (!suite) throw usageError('--suite is std, or iot for small devices.')
  const given = options.interval
  const intervalSeconds = given === undefined ? DEVICES.intervalSeconds.usual : secondsOf(given)
  if (intervalSeconds === undefined) throw usageError('--interval is from 1m to 30d, such as 15m, 1h or 1d.')
  const session = await opened(options)
  const { api, vault, server } = session
  const wanted = [{ name, suite, intervalSeconds }]
  const [added] = await withProof(session, { passwordStdin: options['password-stdin'] }, () =>
    addDevices(api, vault, { wanted, server: new URL(server).origin }),
  )
  output.note(
    'Run `quantumshield device enrol` with this code on the device, within a day. It is shown once and used once.',
  )
  output.result({ id: added?.id, name, suite, code: added?.code }, [added?.code ?? ''])
}

/** Lists devices. */
export const list: Run = async ({ options, output }) => {
  const { api, vault } = await opened(options)
  const devices = await listDevices(api, vault)
  output.result(
    devices.map(({ id, name, suite, state, lastSeenAt, filesReceived }) => ({
      id,
      name,
      suite,
      state,
      last_seen_at: lastSeenAt,
      files: filesReceived,
    })),
    table(
      devices.map(({ id, name, suite, state, filesReceived }) => [
        id,
        printable(name ?? 'cannot be shown'),
        suite,
        state,
        `${filesReceived} files`,
      ]),
    ),
  )
}

/** Takes in what devices sent. */
export const receive: Run = async ({ options, output }) => {
  const { api, vault } = await opened(options)
  const { accepted, refused } = await receiveFromDevices(api, vault, new Date())
  output.result(
    {
      accepted: accepted.map(({ name, title }) => ({ name, device: title })),
      refused: refused.map(({ id, deviceId, reason }) => ({ id, device_id: deviceId, reason })),
    },
    [
      ...accepted.map(({ name, title }) => `${printable(title)}/${printable(name)}`),
      ...refused.map(({ id, reason }) => `${id} was left out (${reason}); delete it on the page Devices.`),
    ],
  )
}

/** Ends a device. */
export const revoke: Run = async ({ words, options, output }) => {
  const [id, ...more] = words
  if (id === undefined || more.length > 0) throw usageError('Give the id of a device, as `device ls` shows it.')
  const session = await opened(options)
  await withProof(session, { passwordStdin: options['password-stdin'] }, () =>
    revokeDevice(session.api, session.vault, { id, now: new Date() }),
  )
  output.result({ revoked: id }, ['The device was revoked. What has arrived stays.'])
}

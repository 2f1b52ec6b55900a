import fs from 'node:fs'
import path from 'node:path'
import { DEVICES } from '#contract/devices/devices.ts'
import { Device, type Health, deviceState, parseDeviceCode } from '#vault/devices/device.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { CommandError, EXIT, usageError } from '../../command-error.ts'
import { homeFolder, readPrivate, removePrivate, writePrivate } from '../../session/private-file.ts'
import { type Command, type Options, wholeNumber } from '../../command.ts'

type Run = Command['run']

/** Enrols this computer as a device. */
export const enrol: Run = async ({ words, options, output }) => {
  const [code, ...more] = words
  if (code === undefined || more.length > 0) throw usageError('Give the code of the device.')
  const file = keyFile(options)
  if (fs.existsSync(file)) throw new CommandError(`There is a device in ${file} already.`, EXIT.conflict)
  const read = await parseDeviceCode(code)
  try {
    const device = await Device.enrol(read, keeper(file))
    const fingerprint = await device.fingerprint()
    output.note(`The key of this device is in ${file}. Its owner can compare this fingerprint:`)
    output.result({ id: device.id, server: read.server, fingerprint }, [fingerprint])
  } catch (error) {
    // Without an answer the server may have the key, and it is the only one that the code was good for.
    const isUnanswered = error instanceof VaultError && error.code === 'offline'
    if (!isUnanswered) removePrivate(file)
    throw error
  }
}

/** Seals files and adds them to the owner's vault. */
export const send: Run = async ({ words, options, output, signal }) => {
  if (words.length === 0) throw usageError('Name the files to send.')
  const device = openDevice(options)
  const sent: { name: string; id: string }[] = []
  for (const file of words) {
    const name = path.basename(file)
    const source = await fs.openAsBlob(file).catch((cause: unknown) => {
      throw new CommandError(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`)
    })
    sent.push({ name, id: await device.send({ name, type: '', source }, signal) })
  }
  output.result(
    { sent },
    sent.map(({ name }) => name),
  )
}

/** Says that the device is there, and takes the owner's newest key. */
export const heartbeat: Run = async ({ words, options, output }) => {
  if (words.length > 0) throw usageError('A sign of life takes no words, only --battery and --firmware.')
  await openDevice(options).heartbeat(healthOf(options))
  output.result({ ok: true }, ['The server has heard of this device.'])
}

/** Replaces the key of the device. */
export const rotate: Run = async ({ words, options, output }) => {
  if (words.length > 0) throw usageError('Nothing follows rotate.')
  const device = openDevice(options)
  await device.rotate()
  const fingerprint = await device.fingerprint()
  output.note('The key before is refused from now on. The new fingerprint:')
  output.result({ fingerprint }, [fingerprint])
}

function healthOf({ battery, firmware }: Options): Health {
  if (firmware !== undefined && (firmware === '' || firmware.length > DEVICES.firmwareCharacters))
    throw usageError(`--firmware takes 1 to ${DEVICES.firmwareCharacters} characters.`)
  return {
    ...(battery !== undefined && { battery: wholeNumber('--battery', battery, { min: 0, max: 100 }) }),
    ...(firmware !== undefined && { firmware }),
  }
}

const keyFile = ({ key }: Options): string => path.resolve(key ?? path.join(homeFolder(), 'device.json'))

function openDevice(options: Options): Device {
  const file = keyFile(options)
  const parsed = deviceState.safeParse(readPrivate(file))
  if (parsed.success) return new Device(parsed.data, keeper(file))
  throw new CommandError(
    `There is no device in ${file}. Enrol with \`quantumshield device enrol <code>\`.`,
    EXIT.notFound,
  )
}

const keeper = (file: string) => async (state: unknown) => writePrivate(file, state)

import { usageError } from '../../command-error.ts'
import type { Command } from '../../command.ts'
import { enrol, heartbeat, rotate, send } from './on-device.ts'
import { add, list, receive, revoke } from './of-owner.ts'

type Run = Command['run']

const PARTS: Readonly<Record<string, Run>> = { enrol, send, heartbeat, rotate, add, ls: list, receive, revoke }

/** Devices that add files to a vault and never read: on the device, and for its owner. */
export const device: Command = {
  usage:
    'device enrol <code> | device send <file…> | device heartbeat | device rotate | device add <name> | device ls | device receive | device revoke <id>',
  summary: 'devices that add files to a vault and never read',
  details: `
On the device, which has no account; its key lies in device.json of the configuration folder, or where --key says:
  device enrol <code>                                          enrol with a code that is used once
  device send <file…>                                          seal files and add them to the owner's vault
  device heartbeat [--battery <0 to 100>] [--firmware <text>]  say that it is there, and take the owner's newest key
  device rotate                                                replace the key of the device

For its owner, signed in:
  device add <name> [--suite std|iot] [--interval <1h>]        add a device; its code is shown once
  device ls                                                    list devices
  device receive                                               take in what devices sent
  device revoke <id>                                           end a device
`,
  options: ['key', 'battery', 'firmware', 'suite', 'interval', 'password-stdin'],
  async run({ words: [part = '', ...words], ...run }) {
    const chosen = Object.hasOwn(PARTS, part) ? PARTS[part] : undefined
    if (!chosen) throw usageError(`Usage: quantumshield ${device.usage}`)
    await chosen({ ...run, words })
  },
}

import { forgetKey } from '../session/opened-vault.ts'
import type { Command } from './command.ts'

/** Forgets the key that `unlock` kept. */
export const lock: Command = {
  usage: 'lock',
  summary: 'forget the key that unlock kept',
  options: [],
  async run({ output }) {
    forgetKey()
    output.result({ locked: true }, ['Locked.'])
  },
}

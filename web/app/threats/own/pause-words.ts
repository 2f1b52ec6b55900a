import type { Pause } from '#web/lib/remote/vault-client.ts'
import { threats } from '#web/messages/threats/threats.ts'

/** What is said while something is paused, or slowed down. */
export const wordsOf = ({ action }: Pick<Pause, 'action'>): Words =>
  action === 'freeze' ? threats.pause : { ...threats.pause, ...threats.pause.slowed }

type Words = Pick<
  typeof threats.pause,
  'strip' | 'title' | 'text' | 'confirm' | 'lead' | 'password' | 'lifted' | 'liftedText'
>

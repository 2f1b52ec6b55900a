import { useDeviceChoice } from '#web/lib/device-choice.ts'
import { DOCKING, useMedia } from '#web/lib/media.ts'
import { useAccountState } from '../../vault-context.ts'

/** Details beside the list, where there is room; whether they stand there is kept on this device. */
export type DetailsDock = {
  /** Wide enough for a list and details beside it. */
  hasRoom: boolean
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

export function useDetailsDock(): DetailsDock {
  const account = useAccountState()
  const key = `quantumshield-details-${account.kind === 'open' ? account.userId : ''}`
  const [choice, setChoice] = useDeviceChoice(key, ['closed', 'open'])
  const hasRoom = useMedia(DOCKING)
  return { hasRoom, isOpen: hasRoom && choice === 'open', setOpen: (isOpen) => setChoice(isOpen ? 'open' : 'closed') }
}

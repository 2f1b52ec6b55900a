import { useState } from 'react'
import { useDeviceChoice } from '#web/lib/device-choice.ts'
import { DOCKING, useMedia } from '#web/lib/media.ts'
import { useAccountState } from '#web/parts/vault/vault-context.ts'

/** Details beside the list, where there is room; whether they stand there is kept on this device. */
export type DetailsDock = {
  /** Wide enough for a list and details beside it. */
  hasRoom: boolean
  isOpen: boolean
  /** The window became too narrow while they stood there: what was opened from them stays open. */
  isKept: boolean
  setOpen: (isOpen: boolean) => void
}

export function useDetailsDock(): DetailsDock {
  const account = useAccountState()
  const key = `quantumshield-details-${account.kind === 'open' ? account.userId : ''}`
  const [choice, setChoice] = useDeviceChoice(key, ['closed', 'open'])
  const hasRoom = useMedia(DOCKING)
  const [hadRoom, setHadRoom] = useState(hasRoom)
  if (hasRoom && !hadRoom) setHadRoom(true)
  const isChosen = choice === 'open'
  return {
    hasRoom,
    isOpen: hasRoom && isChosen,
    isKept: !hasRoom && hadRoom && isChosen,
    setOpen: (isOpen) => setChoice(isOpen ? 'open' : 'closed'),
  }
}

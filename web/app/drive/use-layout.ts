import { useDeviceChoice } from '#web/lib/device-choice.ts'
import { useAccountState } from '#web/parts/vault/vault-context.ts'

export type FileLayout = 'list' | 'tiles'

/** How this person looks at files on this device. */
export function useLayout(): [FileLayout, (layout: FileLayout) => void] {
  const account = useAccountState()
  return useDeviceChoice(`quantumshield-layout-${account.kind === 'open' ? account.userId : ''}`, ['list', 'tiles'])
}

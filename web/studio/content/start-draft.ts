import { useNavigate } from 'react-router'
import { studioPath } from '../studio-room.ts'
import type { DraftValues } from './draft-values.ts'

/** Fields that a new draft begins with; nothing is stored before somebody saves it or has it written. */
export type DraftStart = Partial<Pick<DraftValues, 'title' | 'target_keyword' | 'outline'>>

/** Opens a new draft in the Content tab, with what is known of the page. */
export function useStartDraft(): (start: DraftStart) => void {
  const navigate = useNavigate()
  return (start) => void navigate(studioPath('content'), { state: { start } })
}

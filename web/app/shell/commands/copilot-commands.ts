import { Sparkles } from 'lucide-react'
import { COPILOT_LIMITS } from '#contract/copilot/copilot.ts'
import { copilot as words } from '#web/messages/copilot.ts'
import type { CommandItem } from '#web/ui/overlay/command-dialog.tsx'
import { canAskCopilot, openCopilot } from '../../copilot/open-copilot.ts'

/** Asking by meaning what no name had. Nothing is sent while somebody types, or presses this: it may be the name of a file. */
export function copilotCommands(text: string): CommandItem[] {
  const question = text.trim().slice(0, COPILOT_LIMITS.questionCharacters)
  if (question === '' || !canAskCopilot()) return []
  return [{ id: 'copilot', label: words.askFor(question), Icon: Sparkles, onPress: () => openCopilot(question) }]
}

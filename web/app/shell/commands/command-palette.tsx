import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { copilot } from '#web/messages/copilot.ts'
import { CommandDialog, type CommandGroup } from '#web/ui/overlay/command-dialog.tsx'
import { useDrive } from '../../drive/use-drive.ts'
import type { NavGroupOf } from '#web/parts/frame/nav.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { copilotCommands } from './copilot-commands.ts'
import { fileCommands, matching } from './matching-commands.ts'
import { useGuideCommands, usePageAndActionCommands } from './use-commands.ts'

type Props = {
  groups: readonly NavGroupOf[]
  isOpen: boolean
  onClose: () => void
  onUpload: () => void
  onShortcuts: () => void
}

/** Pages, actions and files by name. Names are matched here, in the browser, and nothing that is typed leaves. */
export function CommandPalette({ groups: pages, isOpen, onClose, onUpload, onShortcuts }: Props) {
  const [text, setText] = useState('')
  const files = useDrive().drive?.files ?? []
  const { find } = useSearch()
  const fixed = usePageAndActionCommands({ groups: pages, onUpload, onShortcuts })
  const guides = useGuideCommands()
  const close = () => {
    setText('')
    onClose()
  }
  const groups = [
    ...fixed.map((group) => ({ ...group, items: matching(group.items, text) })),
    { id: 'files', label: m.commands.groups.files, items: fileCommands(files, text, find) },
    { ...guides, items: text.trim() ? matching(guides.items, text) : [] },
    { id: 'copilot', label: copilot.title, items: copilotCommands(text) },
  ].filter(({ items }) => items.length > 0)

  return (
    <CommandDialog
      isOpen={isOpen}
      onClose={close}
      words={m.commands}
      text={text}
      onText={setText}
      groups={groups.map((group) => closing(group, close))}
    />
  )
}

/** The palette goes first, so that what is pressed may open something of its own. */
function closing(group: CommandGroup, close: () => void): CommandGroup {
  const items = group.items.map((item) => ({
    ...item,
    onPress: () => {
      close()
      item.onPress()
    },
  }))
  return { ...group, items }
}

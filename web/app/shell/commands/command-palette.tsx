import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { copilot } from '#web/messages/copilot.ts'
import { CommandDialog, type CommandGroup } from '#web/ui/overlay/command-dialog.tsx'
import { useDrive } from '../../drive/use-drive.ts'
import type { FrameProps } from '#web/parts/frame/frame.tsx'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { copilotCommands } from './copilot-commands.ts'
import { fileCommands, matching } from './matching-commands.ts'
import { usePeopleCommands } from './people-commands.ts'
import { useGuideCommands, usePageAndActionCommands } from './use-commands.ts'

type Props = Pick<FrameProps, 'groups' | 'peopleAt'> & {
  isOpen: boolean
  onClose: () => void
  onUpload: () => void
  onShortcuts: () => void
}

/**
 * Pages, actions and files by name, which is matched here, in the browser: nothing that is typed leaves. Where people are looked for, by the
 * server, no files are offered, so that no name of one is typed there.
 */
export function CommandPalette({ groups: pages, peopleAt, isOpen, onClose, onUpload, onShortcuts }: Props) {
  const [text, setText] = useState('')
  const files = useDrive().drive?.files ?? []
  const { find } = useSearch()
  const fixed = usePageAndActionCommands({ groups: pages, onUpload, onShortcuts })
  const guides = useGuideCommands()
  const people = usePeopleCommands({ peopleAt, text, isOpen })
  const close = () => {
    setText('')
    onClose()
  }
  const groups = [
    ...fixed.map((group) => ({ ...group, items: matching(group.items, text) })),
    people?.group ?? { id: 'files', label: m.commands.groups.files, items: fileCommands(files, text, find) },
    { ...guides, items: text.trim() ? matching(guides.items, text) : [] },
    { id: 'copilot', label: copilot.title, items: copilotCommands(text) },
  ].filter(({ items }) => items.length > 0)

  return (
    <CommandDialog
      isOpen={isOpen}
      onClose={close}
      words={wordsOf(people)}
      text={text}
      onText={setText}
      groups={groups.map((group) => closing(group, close))}
    />
  )
}

/** Says how to search, and that nothing fits once the server has answered. */
function wordsOf(people: ReturnType<typeof usePeopleCommands>) {
  const words = m.commands
  if (!people) return words
  const { asking } = words.people
  return { ...words, ...words.people, ...(people.isAsking && { empty: asking, hint: asking }) }
}

/** The palette goes first, so that what is pressed may open something of its own. */
function closing(group: CommandGroup, close: () => void): CommandGroup {
  const items = group.items.map((item) => ({
    ...item,
    onPress: () => {
      if (!item.staysOpen) close()
      item.onPress()
    },
  }))
  return { ...group, items }
}
